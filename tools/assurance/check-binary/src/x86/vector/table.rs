//! Rules of instructions on vector registers and masks.

use iced_x86::{EncodingKind, Instruction, Mnemonic, OpKind, Register};

use super::{Machine, by_twos, element, known};
use crate::cell::{self, Cell, ZERO};
use crate::lanes::{extremum, high, multiply_add};
use crate::memory::unknown;
use crate::term::{Lane, Operation};

impl Machine<'_, '_> {
    /// Executes an instruction on vector registers or masks.
    pub(in crate::x86) fn execute_vector(&mut self, i: &Instruction) -> Result<(), String> {
        use Mnemonic::*;
        use Operation::{Add, And, Equal, Greater, Multiply, Or, ShiftLeft, ShiftRight, ShiftSigned, Subtract, Xor};
        let to_mask = i.op_count() > 0 && i.op_kind(0) == OpKind::Register && i.op_register(0).is_k();
        match i.mnemonic() {
            Vzeroupper => self.vectors[..16].iter_mut().for_each(|vector| vector[16..].fill(ZERO)),

            // Moves.
            Vmovdqu | Vmovups | Vmovupd | Vlddqu | Vmovdqu8 | Vmovdqu16 | Vmovdqu32 | Vmovdqu64 | Movups | Movupd
            | Movdqu | Vmovdqa | Vmovaps | Vmovapd | Vmovdqa32 | Vmovdqa64 | Movaps | Movapd | Movdqa => {
                let is_aligned = matches!(
                    i.mnemonic(),
                    Vmovdqa | Vmovaps | Vmovapd | Vmovdqa32 | Vmovdqa64 | Movaps | Movapd | Movdqa
                );
                let cells = self.read_moved(i, 1)?;
                if is_aligned && (0..2).any(|k| i.op_kind(k) == OpKind::Memory) {
                    let address = self.effective_address(i)?;
                    let low = self.terms.make(And, 64, address, Lane::Number(cells.len() as u64 - 1));
                    if low != Lane::Number(0) {
                        return Err("an address that is not aligned".into());
                    }
                }
                self.write_vector(i, 0, cells)?;
            }
            Vmovd | Movd | Vmovq | Movq => {
                let size = if matches!(i.mnemonic(), Vmovd | Movd) { 4 } else { 8 };
                let mut cells = self.read_part(i, 1, size)?;
                let to_vector = i.op_kind(0) == OpKind::Register && i.op_register(0).is_vector_register();
                cells.resize(if to_vector { 16 } else { size }, ZERO);
                self.write_vector(i, 0, cells)?;
            }
            Vpbroadcastb | Vpbroadcastw | Vpbroadcastd | Vpbroadcastq | Vbroadcastss | Vbroadcastsd
            | Vbroadcasti128 | Vbroadcastf128 | Vbroadcasti32x4 | Vbroadcastf32x4 | Vbroadcasti64x2
            | Vbroadcasti64x4 | Vbroadcastf64x4 | Vbroadcasti32x8 => {
                let size = match i.mnemonic() {
                    Vpbroadcastb => 1,
                    Vpbroadcastw => 2,
                    Vpbroadcastd | Vbroadcastss => 4,
                    Vpbroadcastq | Vbroadcastsd => 8,
                    Vbroadcasti64x4 | Vbroadcastf64x4 | Vbroadcasti32x8 => 32,
                    _ => 16,
                };
                let cells = self.read_part(i, 1, size)?;
                let cells = cells[..size].repeat(self.size(i, 0) / size);
                self.write_vector(i, 0, cells)?;
            }
            Vmovddup => {
                let x = self.read(i, 1)?;
                let x = [x.clone(), x].concat();
                self.permute(i, &x, |k| Some(k / 16 * 16 + k % 8))?;
            }

            // Permutations.
            Vpshufb | Pshufb => {
                let (x, control, _) = self.pair(i)?;
                let mut places = Vec::new();
                for (k, &cell) in control.iter().enumerate() {
                    let Cell::Byte(byte) = cell else { return Err("a shuffle that depends on an operand".into()) };
                    places.push((byte & 128 == 0).then_some(k / 16 * 16 + (byte & 15) as usize));
                }
                self.permute(i, &x, |k| places[k])?;
            }
            Vpshufd | Pshufd | Vpermilps => {
                let (x, order) = (self.read(i, 1)?, by_twos(self.immediate(i, 2)?));
                self.permute(i, &x, |k| Some(k / 16 * 16 + 4 * order[k / 4 % 4] + k % 4))?;
            }
            Vpshuflw | Vpshufhw | Pshuflw | Pshufhw => {
                let (x, order) = (self.read(i, 1)?, by_twos(self.immediate(i, 2)?));
                let first = if matches!(i.mnemonic(), Vpshuflw | Pshuflw) { 0 } else { 8 };
                self.permute(i, &x, |k| {
                    let is_moved = k % 16 / 8 * 8 == first;
                    Some(if is_moved { k / 16 * 16 + first + 2 * order[k / 2 % 4] + k % 2 } else { k })
                })?;
            }
            Vpermq | Vpermpd if i.op_kind(2) == OpKind::Immediate8 => {
                let (x, order) = (self.read(i, 1)?, by_twos(self.immediate(i, 2)?));
                self.permute(i, &x, |k| Some(k / 32 * 32 + 8 * order[k / 8 % 4] + k % 8))?;
            }
            Vpermilpd if i.op_kind(2) == OpKind::Immediate8 => {
                let (x, order) = (self.read(i, 1)?, self.immediate(i, 2)?);
                self.permute(i, &x, |k| Some(k / 16 * 16 + 8 * (order >> (k / 8) & 1) + k % 8))?;
            }
            Vperm2i128 | Vperm2f128 => {
                let (x, y, _) = self.pair(i)?;
                let (both, order) = ([x, y].concat(), self.immediate(i, 3)?);
                self.permute(i, &both, |k| {
                    let four = order >> (4 * (k / 16)) & 15;
                    (four & 8 == 0).then_some(16 * (four & 3) + k % 16)
                })?;
            }
            Vpalignr | Palignr => {
                let (high, low, at) = self.pair(i)?;
                let k0 = self.immediate(i, at)?;
                let both = [low, high].concat();
                let half = both.len() / 2;
                self.permute(i, &both, |k| match k % 16 + k0 {
                    place @ 0..16 => Some(k / 16 * 16 + place),
                    place @ 16..32 => Some(half + k / 16 * 16 + place - 16),
                    _ => None,
                })?;
            }
            Valignd | Valignq => {
                let (high, low, at) = self.pair(i)?;
                let bytes = if i.mnemonic() == Valignd { 4 } else { 8 };
                let shift = bytes * (self.immediate(i, at)? % (low.len() / bytes));
                self.permute(i, &[low, high].concat(), |k| Some(k + shift))?;
            }
            Vpslldq | Vpsrldq | Pslldq | Psrldq => {
                let first = u32::from(i.encoding() != EncodingKind::Legacy);
                let (x, shift) = (self.read(i, first)?, self.immediate(i, first + 1)?);
                let is_left = matches!(i.mnemonic(), Vpslldq | Pslldq);
                self.permute(i, &x, |k| {
                    let at = if is_left { (k % 16).checked_sub(shift)? } else { k % 16 + shift };
                    (at < 16).then_some(k / 16 * 16 + at)
                })?;
            }
            Vpunpcklbw | Punpcklbw | Vpunpcklwd | Punpcklwd | Vpunpckldq | Punpckldq | Vunpcklps | Unpcklps
            | Vpunpcklqdq | Punpcklqdq | Vunpcklpd | Unpcklpd | Movlhps | Vmovlhps | Vpunpckhbw | Punpckhbw
            | Vpunpckhwd | Punpckhwd | Vpunpckhdq | Punpckhdq | Vunpckhps | Unpckhps | Vpunpckhqdq | Punpckhqdq
            | Vunpckhpd | Unpckhpd => {
                let (x, y, _) = self.pair(i)?;
                let bytes = match i.mnemonic() {
                    Vpunpcklbw | Punpcklbw | Vpunpckhbw | Punpckhbw => 1,
                    Vpunpcklwd | Punpcklwd | Vpunpckhwd | Punpckhwd => 2,
                    Vpunpckldq | Punpckldq | Vunpcklps | Unpcklps | Vpunpckhdq | Punpckhdq | Vunpckhps | Unpckhps => 4,
                    _ => 8,
                };
                let is_high = matches!(
                    i.mnemonic(),
                    Vpunpckhbw
                        | Punpckhbw
                        | Vpunpckhwd
                        | Punpckhwd
                        | Vpunpckhdq
                        | Punpckhdq
                        | Vunpckhps
                        | Unpckhps
                        | Vpunpckhqdq
                        | Punpckhqdq
                        | Vunpckhpd
                        | Unpckhpd
                );
                let size = x.len();
                self.permute(i, &[x, y].concat(), |k| {
                    let (from, at) = (k / bytes % 2, k % 16 / (2 * bytes) * bytes + k % bytes);
                    Some(from * size + k / 16 * 16 + 8 * usize::from(is_high) + at)
                })?;
            }
            Movhlps | Vmovhlps => {
                let (x, y, _) = self.pair(i)?;
                self.permute(i, &[x, y].concat(), |k| Some(if k < 8 { 24 + k } else { k }))?;
            }
            Movlps | Movlpd | Movhps | Movhpd | Vmovlps | Vmovlpd | Vmovhps | Vmovhpd => {
                let is_high = matches!(i.mnemonic(), Movhps | Movhpd | Vmovhps | Vmovhpd);
                let at = 8 * usize::from(is_high);
                if i.op_kind(0) == OpKind::Memory {
                    let cells = self.read_part(i, 1, 16)?;
                    self.write_vector(i, 0, cells[at..at + 8].to_vec())?;
                } else {
                    let first = u32::from(i.encoding() != EncodingKind::Legacy);
                    let mut x = self.read_part(i, first, 16)?;
                    let y = self.read_part(i, first + 1, 8)?;
                    x[at..at + 8].copy_from_slice(&y);
                    self.write_vector(i, 0, x)?;
                }
            }
            Movsd | Movss | Vmovsd | Vmovss | Vmovsh if i.op_count() == 2 || i.encoding() != EncodingKind::Legacy => {
                let size = match i.mnemonic() {
                    Vmovsh => 2,
                    Movss | Vmovss => 4,
                    _ => 8,
                };
                let last = i.op_count() - 1;
                let mut y = self.read_part(i, last, size)?;
                if i.op_kind(0) == OpKind::Register && i.op_kind(last) == OpKind::Memory {
                    y.resize(16, ZERO);
                } else if i.op_kind(0) == OpKind::Register {
                    let first = u32::from(i.op_count() == 3);
                    let x = self.read_part(i, first, 16)?;
                    y.extend_from_slice(&x[size..]);
                }
                self.write_vector(i, 0, y)?;
            }
            Vshufps | Shufps | Vshufpd | Shufpd => {
                let (x, y, at) = self.pair(i)?;
                let (size, immediate) = (x.len(), self.immediate(i, at)?);
                let order = by_twos(immediate);
                let is_quads = matches!(i.mnemonic(), Vshufpd | Shufpd);
                self.permute(i, &[x, y].concat(), |k| {
                    let within =
                        if is_quads { 8 * (immediate >> (k / 8) & 1) + k % 8 } else { 4 * order[k / 4 % 4] + k % 4 };
                    Some(k % 16 / 8 * size + k / 16 * 16 + within)
                })?;
            }
            Vpblendw | Pblendw | Vpblendd | Vblendps | Vblendpd => {
                let (x, y, at) = self.pair(i)?;
                let (size, immediate) = (x.len(), self.immediate(i, at)?);
                let bytes = match i.mnemonic() {
                    Vpblendw | Pblendw => 2,
                    Vblendpd => 8,
                    _ => 4,
                };
                self.permute(i, &[x, y].concat(), |k| Some(k + size * (immediate >> (k / bytes % 8) & 1)))?;
            }
            Vpblendvb => {
                let (x, y, mask) = (self.read(i, 1)?, self.read(i, 2)?, self.read(i, 3)?);
                let mut places = Vec::new();
                for (k, &cell) in mask.iter().enumerate() {
                    let Cell::Byte(byte) = cell else { return Err("a blend that depends on an operand".into()) };
                    places.push(k + if byte & 128 != 0 { x.len() } else { 0 });
                }
                self.permute(i, &[x, y].concat(), |k| Some(places[k]))?;
            }
            Vextracti128 | Vextractf128 | Vextracti32x4 | Vextractf32x4 | Vextracti64x2 | Vextractf64x2
            | Vextracti64x4 | Vextractf64x4 | Vextracti32x8 => {
                let x = self.read(i, 1)?;
                let size = if matches!(i.mnemonic(), Vextracti64x4 | Vextractf64x4 | Vextracti32x8) { 32 } else { 16 };
                let at = size * (self.immediate(i, 2)? & (x.len() / size - 1));
                self.write_vector(i, 0, x[at..at + size].to_vec())?;
            }
            Vinserti128 | Vinsertf128 | Vinserti32x4 | Vinsertf32x4 | Vinserti64x2 | Vinsertf64x2 | Vinserti64x4
            | Vinsertf64x4 | Vinserti32x8 => {
                let mut x = self.read(i, 1)?;
                let size = if matches!(i.mnemonic(), Vinserti64x4 | Vinsertf64x4 | Vinserti32x8) { 32 } else { 16 };
                let at = size * (self.immediate(i, 3)? & (x.len() / size - 1));
                let y = self.read_part(i, 2, size)?;
                x[at..at + size].copy_from_slice(&y);
                self.write_vector(i, 0, x)?;
            }
            Vpextrb | Vpextrw | Vpextrd | Vpextrq | Pextrw => {
                let size = element(i);
                let at = size * (self.immediate(i, 2)? & (16 / size - 1));
                let x = self.read_part(i, 1, 16)?;
                let mut cells = x[at..at + size].to_vec();
                if i.op_kind(0) == OpKind::Register {
                    cells.resize(self.size(i, 0), ZERO);
                }
                self.write(i, 0, &cells)?;
            }
            Vpinsrb | Vpinsrw | Vpinsrd | Vpinsrq | Pinsrw => {
                let size = element(i);
                let first = u32::from(i.encoding() != EncodingKind::Legacy);
                let mut x = self.read_part(i, first, 16)?;
                let y = self.read_part(i, first + 1, size)?;
                let at = size * (self.immediate(i, first + 2)? & (16 / size - 1));
                x[at..at + size].copy_from_slice(&y[..size]);
                self.write_vector(i, 0, x)?;
            }
            Vinsertps | Insertps => {
                let first = u32::from(i.encoding() != EncodingKind::Legacy);
                let (mut x, at) = (self.read_part(i, first, 16)?, first + 1);
                let immediate = self.immediate(i, at + 1)?;
                let is_register = i.op_kind(at) == OpKind::Register;
                let y = self.read_part(i, at, if is_register { 16 } else { 4 })?;
                let from = if is_register { 4 * (immediate >> 6) } else { 0 };
                let to = 4 * (immediate >> 4 & 3);
                x[to..to + 4].copy_from_slice(&y[from..from + 4]);
                for k in (0..4).filter(|k| immediate >> k & 1 == 1) {
                    x[4 * k..4 * k + 4].fill(ZERO);
                }
                self.write_vector(i, 0, x)?;
            }
            // A field of the low quadword; the other one is then undefined.
            Insertq if i.op_count() == 4 => {
                let (length, at) = (self.immediate(i, 2)? & 63, self.immediate(i, 3)? & 63);
                let length = if length == 0 { 64 } else { length };
                if length % 8 != 0 || at % 8 != 0 || length + at > 64 {
                    return Err("a field that is not of bytes".into());
                }
                let (mut x, y) = (self.read_part(i, 0, 8)?, self.read_part(i, 1, 8)?);
                x[at / 8..(at + length) / 8].copy_from_slice(&y[..length / 8]);
                x.extend(unknown(self.terms, &mut self.next, 8));
                self.write_vector(i, 0, x)?;
            }
            Vpermw | Vpermd | Vpermps => self.permute_by_lanes(i, if i.mnemonic() == Vpermw { 2 } else { 4 })?,
            Vpermq | Vpermpd => self.permute_by_lanes(i, 8)?,
            Vpermt2w | Vpermi2w => self.permute_two(i, 2)?,
            Vpermt2d | Vpermi2d => self.permute_two(i, 4)?,
            Vpermt2q | Vpermi2q => self.permute_two(i, 8)?,
            Vshufi64x2 | Vshuff64x2 | Vshufi32x4 | Vshuff32x4 => {
                let (x, y, at) = self.pair(i)?;
                let (size, immediate) = (x.len(), self.immediate(i, at)?);
                let (count, bits) = (size / 16, if size == 64 { 2 } else { 1 });
                self.permute(i, &[x, y].concat(), |k| {
                    let part = k / 16;
                    let from = if part < count / 2 { 0 } else { size };
                    Some(from + 16 * (immediate >> (bits * part) & (count - 1)) + k % 16)
                })?;
            }

            // Widening and narrowing.
            Vpmovzxbw | Vpmovzxwd | Vpmovzxwq | Vpmovzxdq | Vpmovzxbd | Vpmovzxbq | Vpmovsxbw | Vpmovsxwd
            | Vpmovsxwq | Vpmovsxdq | Vpmovsxbd | Vpmovsxbq => {
                let (small, large) = match i.mnemonic() {
                    Vpmovzxbw | Vpmovsxbw => (1, 2),
                    Vpmovzxwd | Vpmovsxwd => (2, 4),
                    Vpmovzxbd | Vpmovsxbd => (1, 4),
                    Vpmovzxbq | Vpmovsxbq => (1, 8),
                    Vpmovzxwq | Vpmovsxwq => (2, 8),
                    _ => (4, 8),
                };
                let is_signed =
                    matches!(i.mnemonic(), Vpmovsxbw | Vpmovsxwd | Vpmovsxwq | Vpmovsxdq | Vpmovsxbd | Vpmovsxbq);
                let x = self.read_part(i, 1, self.size(i, 0) / large * small)?;
                let lanes: Vec<_> = cell::lanes(self.terms, &x, small)
                    .into_iter()
                    .map(|lane| match is_signed {
                        true => self.terms.extend(lane, 8 * small as u8, 8 * large as u8),
                        false => self.terms.widen(lane, 8 * small as u8, 8 * large as u8),
                    })
                    .collect();
                self.write_vector(i, 0, cell::of_lanes(lanes, large))?;
            }
            Vpmovwb | Vpmovdw | Vpmovdb | Vpmovqd | Vpmovqw | Vpmovqb => {
                let (large, small) = match i.mnemonic() {
                    Vpmovwb => (2, 1),
                    Vpmovdw => (4, 2),
                    Vpmovdb => (4, 1),
                    Vpmovqd => (8, 4),
                    Vpmovqw => (8, 2),
                    _ => (8, 1),
                };
                let x = self.read(i, 1)?;
                let mut cells: Vec<_> = x.chunks(large).flat_map(|lane| lane[..small].to_vec()).collect();
                // A register of 128 bits is the least one.
                if i.op_kind(0) == OpKind::Register {
                    if cells.len() < 16 && i.op_mask() != Register::None {
                        return Err("a mask for this instruction".into());
                    }
                    cells.resize(cells.len().max(16), ZERO);
                }
                self.write_vector(i, 0, cells)?;
            }
            Vpackssdw | Packssdw => self.pack(i, 4, true)?,
            Vpacksswb | Packsswb => self.pack(i, 2, true)?,
            Vpackusdw | Packusdw => self.pack(i, 4, false)?,
            Vpackuswb | Packuswb => self.pack(i, 2, false)?,

            // Arithmetic.
            Vpaddb | Paddb => self.simple(i, 1, Add)?,
            Vpaddw | Paddw => self.simple(i, 2, Add)?,
            Vpaddd | Paddd => self.simple(i, 4, Add)?,
            Vpaddq | Paddq => self.simple(i, 8, Add)?,
            Vpsubb | Psubb => self.simple(i, 1, Subtract)?,
            Vpsubw | Psubw => self.simple(i, 2, Subtract)?,
            Vpsubd | Psubd => self.simple(i, 4, Subtract)?,
            Vpsubq | Psubq => self.simple(i, 8, Subtract)?,
            Vpmullw | Pmullw => self.simple(i, 2, Multiply)?,
            Vpmulld | Pmulld => self.simple(i, 4, Multiply)?,
            Vpmulhw | Pmulhw => self.lanewise(i, 2, |terms, x, y| high(terms, 16, x, y, 0, 16))?,
            Vpmulhrsw | Pmulhrsw => self.lanewise(i, 2, |terms, x, y| high(terms, 16, x, y, 1 << 14, 15))?,
            Vpmaddwd | Pmaddwd => self.lanewise(i, 4, multiply_add)?,
            Vpmuludq | Pmuludq => self.lanewise(i, 8, |terms, x, y| {
                let [x, y] = [x, y].map(|x| {
                    let low = terms.extract(x, 64, 0, 32);
                    terms.widen(low, 32, 64)
                });
                terms.make(Multiply, 64, x, y)
            })?,
            Vpdpwssd => {
                let total = self.read(i, 0)?;
                let (x, y) = (self.read(i, 1)?, self.read(i, 2)?);
                let mut cells = Vec::with_capacity(total.len());
                for ((total, x), y) in total.chunks(4).zip(x.chunks(4)).zip(y.chunks(4)) {
                    let [total, x, y] = [total, x, y].map(|cells| cell::lane(self.terms, cells));
                    let sum = multiply_add(self.terms, x, y);
                    let sum = self.terms.make(Add, 32, total, sum);
                    cell::push(&mut cells, sum, 4);
                }
                self.write_vector(i, 0, cells)?;
            }
            Vpminsw | Pminsw => self.lanewise(i, 2, |terms, x, y| extremum(terms, 16, x, y, true))?,
            Vpmaxsw | Pmaxsw => self.lanewise(i, 2, |terms, x, y| extremum(terms, 16, x, y, false))?,
            Vpsllw | Psllw => self.shift_lanes(i, 2, ShiftLeft)?,
            Vpslld | Pslld => self.shift_lanes(i, 4, ShiftLeft)?,
            Vpsllq | Psllq => self.shift_lanes(i, 8, ShiftLeft)?,
            Vpsrlw | Psrlw => self.shift_lanes(i, 2, ShiftRight)?,
            Vpsrld | Psrld => self.shift_lanes(i, 4, ShiftRight)?,
            Vpsrlq | Psrlq => self.shift_lanes(i, 8, ShiftRight)?,
            Vpsraw | Psraw => self.shift_lanes(i, 2, ShiftSigned)?,
            Vpsrad | Psrad => self.shift_lanes(i, 4, ShiftSigned)?,
            Vprold => self.rotate_lanes(i, 4, true)?,
            Vprolq => self.rotate_lanes(i, 8, true)?,
            Vprord => self.rotate_lanes(i, 4, false)?,
            Vprorq => self.rotate_lanes(i, 8, false)?,
            Vpcmpgtw | Vpcmpeqw | Vpcmpw if to_mask => self.compare_to_mask(i, 2)?,
            Vpcmpgtd | Vpcmpeqd | Vpcmpd if to_mask => self.compare_to_mask(i, 4)?,
            Vpcmpgtb | Pcmpgtb => self.simple(i, 1, Greater)?,
            Vpcmpgtw | Pcmpgtw => self.simple(i, 2, Greater)?,
            Vpcmpgtd | Pcmpgtd => self.simple(i, 4, Greater)?,
            Vpcmpeqb | Pcmpeqb => self.simple(i, 1, Equal)?,
            Vpcmpeqw | Pcmpeqw => self.simple(i, 2, Equal)?,
            Vpcmpeqd | Pcmpeqd => self.simple(i, 4, Equal)?,

            // Bits.
            Vpand | Pand | Vandps | Andps | Vandpd | Andpd | Vpandd | Vpandq => self.bitwise(i, And, false)?,
            Vpandn | Pandn | Vandnps | Andnps | Vandnpd | Andnpd | Vpandnd | Vpandnq => self.bitwise(i, And, true)?,
            Vpor | Por | Vorps | Orps | Vorpd | Orpd | Vpord | Vporq => self.bitwise(i, Or, false)?,
            Vpxor | Pxor | Vxorps | Xorps | Vxorpd | Xorpd | Vpxord | Vpxorq => self.bitwise(i, Xor, false)?,

            // Masks.
            Vpmovb2m => self.signs_to_mask(i, 1)?,
            Vpmovw2m => self.signs_to_mask(i, 2)?,
            Vpmovd2m => self.signs_to_mask(i, 4)?,
            Vpmovq2m => self.signs_to_mask(i, 8)?,
            Vpmovm2b => self.mask_to_lanes(i, 1)?,
            Vpmovm2w => self.mask_to_lanes(i, 2)?,
            Vpmovm2d => self.mask_to_lanes(i, 4)?,
            Vpmovm2q => self.mask_to_lanes(i, 8)?,
            Vpblendmb | Vpblendmw | Vpblendmd | Vpblendmq | Vblendmps | Vblendmpd => self.blend_by_mask(i)?,
            Kmovb | Kmovw | Kmovd | Kmovq => {
                let size = match i.mnemonic() {
                    Kmovb => 1,
                    Kmovw => 2,
                    Kmovd => 4,
                    _ => 8,
                };
                let is_mask = i.op_kind(1) == OpKind::Register && i.op_register(1).is_k();
                if is_mask && to_mask {
                    let elements = self.masks[i.op_register(1).number()].clone();
                    known(&elements, 0)?;
                    self.set_mask(i.op_register(0), 8 * size, elements);
                    return Ok(());
                }
                if is_mask {
                    let mut cells = self.mask_bytes(i.op_register(1), size)?;
                    cells.resize(self.size(i, 0), ZERO);
                    return self.write(i, 0, &cells);
                }
                let cells = self.read_part(i, 1, size)?;
                self.set_mask_by_bytes(i.op_register(0), &cells);
            }
            Kxnorb | Kxnorw | Kxnord | Kxnorq if i.op_register(1) == i.op_register(2) => {
                let bits = match i.mnemonic() {
                    Kxnorb => 8,
                    Kxnorw => 16,
                    Kxnord => 32,
                    _ => 64,
                };
                self.set_mask(i.op_register(0), bits, vec![Lane::Number(u64::MAX); bits]);
            }
            _ => return Err("an instruction without a rule".into()),
        }
        Ok(())
    }
}
