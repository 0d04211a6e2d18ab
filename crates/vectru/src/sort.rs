//! Sorting in constant time, by Batcher's odd-even merge exchange (1968; Knuth, volume 3, Algorithm 5.2.2M).

/// Sorts `words` in ascending order, with a sequence of comparisons that depends on the length only.
pub(crate) fn sort(words: &mut [u32]) {
    let length = words.len();
    let top = length.next_power_of_two() / 2;
    let mut p = top;
    while p > 0 {
        let (mut q, mut r, mut distance) = (top, 0, p);
        loop {
            for i in 0..length.saturating_sub(distance) {
                if i & p == r {
                    let (low, high) = (words[i].min(words[i + distance]), words[i].max(words[i + distance]));
                    (words[i], words[i + distance]) = (low, high);
                }
            }
            if q == p {
                break;
            }
            (distance, q, r) = (q - p, q / 2, p);
        }
        p /= 2;
    }
}
