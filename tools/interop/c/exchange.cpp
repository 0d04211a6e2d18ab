// vectru.h in C++17: keys that free themselves, and a generator of random bytes of the program.
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include <vectru.h>

#include "check.h"

namespace {

struct Free {
    void operator()(vectru_ek *key) const { vectru_ek_free(key); }
    void operator()(vectru_dk *key) const { vectru_dk_free(key); }
};

int draw(void *context, std::uint8_t *bytes, std::size_t length)
{
    auto &generator = *static_cast<std::random_device *>(context);
    for (std::size_t index = 0; index < length; index++) {
        bytes[index] = static_cast<std::uint8_t>(generator());
    }
    return 0;
}

} // namespace

int main()
{
    std::random_device generator;
    const vectru_kem *kem = vectru_kem_by_name("ntrulpr761");
    std::vector<std::uint8_t> pk(vectru_kem_publickeybytes(kem)), sk(vectru_kem_secretkeybytes(kem));
    std::vector<std::uint8_t> ct(vectru_kem_ciphertextbytes(kem)), sent(32), received(32);
    CHECK(vectru_kem_keypair_with(kem, pk.data(), pk.size(), sk.data(), sk.size(), draw, &generator) == VECTRU_OK);

    vectru_ek *ek = nullptr;
    vectru_dk *dk = nullptr;
    CHECK(vectru_ntrulpr761_ek_load(&ek, pk.data()) == VECTRU_OK);
    CHECK(vectru_ntrulpr761_dk_load(&dk, sk.data()) == VECTRU_OK);
    std::unique_ptr<vectru_ek, Free> public_key(ek);
    std::unique_ptr<vectru_dk, Free> secret_key(dk);
    CHECK(vectru_ek_encaps(ct.data(), sent.data(), public_key.get()) == VECTRU_OK);
    CHECK(vectru_dk_decaps(received.data(), ct.data(), secret_key.get()) == VECTRU_OK);
    CHECK(sent == received);
    std::puts("exchange in C++: passed");
}
