//! Signals that wait while there are files with temporary names.

use std::io;

/// While this value lives, signals that would end the process are noted, from the call of
/// [`defer`](Self::defer) on. When the value is dropped, the last signal that was noted ends the
/// process.
#[derive(Debug, Default)]
pub(super) struct Signals {
    #[cfg(unix)]
    deferred: Option<unix::Deferred>,
}

impl Signals {
    /// Begins to note signals. Systems without signals have nothing to note.
    pub(super) fn defer(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        if self.deferred.is_none() {
            self.deferred = Some(unix::Deferred::new()?);
        }
        Ok(())
    }
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use signal_hook::SigId;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::flag::register_usize;
    use signal_hook::low_level::{emulate_default_handler, unregister};

    /// The signals by which users and systems end a program.
    const SIGNALS: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

    /// Handlers that note a signal.
    #[derive(Debug)]
    pub(super) struct Deferred {
        noted: Arc<AtomicUsize>,
        handlers: Vec<SigId>,
    }

    impl Deferred {
        /// Begins to note signals.
        pub(super) fn new() -> io::Result<Self> {
            let noted = Arc::new(AtomicUsize::new(0));
            let mut deferred = Self { noted, handlers: Vec::with_capacity(SIGNALS.len()) };
            for signal in SIGNALS {
                deferred.handlers.push(register_usize(signal, deferred.noted.clone(), signal as usize)?);
            }
            Ok(deferred)
        }
    }

    impl Drop for Deferred {
        fn drop(&mut self) {
            // The handler of the library stays, and does nothing.
            for handler in self.handlers.drain(..) {
                unregister(handler);
            }
            let noted = self.noted.load(Ordering::SeqCst);
            if noted != 0 {
                // If this fails, the program continues to its end.
                let _ = emulate_default_handler(noted as i32);
            }
        }
    }
}
