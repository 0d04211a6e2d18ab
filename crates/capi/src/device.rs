//! The [single operations](crate::single) of a set whose feature is named, by its module of
//! `vectru`, without an allocator.

/// Declares `Module`, the operations of the set in a module of `vectru`. Results are borrowed, as a
/// secret that is moved leaves a copy behind.
macro_rules! operations {
    ($module:ident) => {
        #[derive(Clone, Copy)]
        struct Module;

        impl crate::single::Operations for Module {
            fn generate(
                self,
                random: &mut Random<'_>,
                [secret, public]: [&mut [u8]; 2],
            ) -> Result<(), crate::status::Failure> {
                let length = crate::status::Failure::Length;
                let (secret, public) =
                    (secret.first_chunk_mut().ok_or(length)?, public.first_chunk_mut().ok_or(length)?);
                Ok(vectru::$module::try_generate_bytes(random, secret, public)?)
            }

            fn encapsulate(
                self,
                random: &mut Random<'_>,
                [ciphertext, shared]: [&mut [u8]; 2],
                public: &[u8],
            ) -> Result<(), crate::status::Failure> {
                match &vectru::$module::try_encapsulate(public, random) {
                    Ok((sent, secret)) => {
                        ciphertext.copy_from_slice(sent.as_bytes());
                        shared.copy_from_slice(secret.as_bytes());
                        Ok(())
                    }
                    Err(error) => Err((*error).into()),
                }
            }

            fn decapsulate(
                self,
                shared: &mut [u8],
                ciphertext: &[u8],
                secret: &[u8],
            ) -> Result<(), crate::status::Failure> {
                crate::single::put(shared, &vectru::$module::decapsulate(secret, ciphertext))
            }
        }
    };
}
pub(crate) use operations;
