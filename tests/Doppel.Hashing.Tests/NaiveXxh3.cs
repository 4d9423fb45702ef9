using System.Buffers.Binary;
using System.Numerics;

namespace Doppel.Hashing.Tests;

/// <summary>XXH3-128 as its specification is written: slow, plain and sharing nothing with the library.</summary>
internal static class NaiveXxh3
{
    private const ulong P32x1 = 2654435761;
    private const ulong P32x2 = 2246822519;
    private const ulong P32x3 = 3266489917;
    private const ulong P64x1 = 11400714785074694791;
    private const ulong P64x2 = 14029467366897019727;
    private const ulong P64x3 = 1609587929392839161;
    private const ulong P64x4 = 9650029242287828579;
    private const ulong P64x5 = 2870177450012600261;
    private const ulong Mx1 = 1609587791953885689;
    private const ulong Mx2 = 11507291218515648293;

    private static readonly byte[] s_secret = Convert.FromHexString(
        "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
        + "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
        + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
        + "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");

    internal static Digest128 Hash(byte[] input, ulong seed) => input.Length switch
    {
        0 => new(
            AvalancheXxh64(seed ^ Word(s_secret, 80) ^ Word(s_secret, 88)),
            AvalancheXxh64(seed ^ Word(s_secret, 64) ^ Word(s_secret, 72))),
        <= 3 => Hash1To3(input, seed),
        <= 8 => Hash4To8(input, seed),
        <= 16 => Hash9To16(input, seed),
        <= 240 => HashMedium(input, seed),
        _ => HashLarge(input, seed),
    };

    private static Digest128 Hash1To3(byte[] input, ulong seed)
    {
        uint combined = input[^1] | ((uint)input.Length << 8) | ((uint)input[0] << 16)
            | ((uint)input[input.Length / 2] << 24);
        ulong low = ((Half(s_secret, 0) ^ Half(s_secret, 4)) + seed) ^ combined;
        ulong high = ((Half(s_secret, 8) ^ Half(s_secret, 12)) - seed)
            ^ BitOperations.RotateLeft(BinaryPrimitives.ReverseEndianness(combined), 13);
        return new(AvalancheXxh64(high), AvalancheXxh64(low));
    }

    private static Digest128 Hash4To8(byte[] input, ulong seed)
    {
        ulong modifiedSeed = seed ^ ((ulong)BinaryPrimitives.ReverseEndianness((uint)seed) << 32);
        ulong combined = Half(input, 0) | (Half(input, input.Length - 4) << 32);
        ulong value = ((Word(s_secret, 16) ^ Word(s_secret, 24)) + modifiedSeed) ^ combined;
        UInt128 product = (UInt128)value * (P64x1 + ((ulong)input.Length * 4));
        ulong high = (ulong)(product >> 64);
        ulong low = (ulong)product;
        high += low << 1;
        low ^= high >> 3;
        low ^= low >> 35;
        low *= Mx2;
        low ^= low >> 28;
        return new(Avalanche(high), low);
    }

    private static Digest128 Hash9To16(byte[] input, ulong seed)
    {
        ulong first = Word(input, 0);
        ulong last = Word(input, input.Length - 8);
        ulong one = ((Word(s_secret, 32) ^ Word(s_secret, 40)) - seed) ^ first ^ last;
        ulong two = ((Word(s_secret, 48) ^ Word(s_secret, 56)) + seed) ^ last;
        UInt128 product = (UInt128)one * P64x1;
        ulong low = (ulong)product + ((ulong)(input.Length - 1) << 54);
        ulong high = (ulong)(product >> 64) + ((two >> 32) << 32) + ((two & 0xFFFFFFFF) * P32x2);
        low ^= BinaryPrimitives.ReverseEndianness(high);
        UInt128 result = new UInt128(high, low) * P64x2;
        return new(Avalanche((ulong)(result >> 64)), Avalanche((ulong)result));
    }

    private static Digest128 HashMedium(byte[] input, ulong seed)
    {
        int length = input.Length;
        ulong[] acc = [(ulong)length * P64x1, 0];
        if (length <= 128)
        {
            for (int i = (length - 1) / 32; i >= 0; i--)
            {
                MixTwoChunks(acc, input, i * 16, length - (i * 16) - 16, i * 32, seed);
            }
        }
        else
        {
            for (int i = 0; i < 4; i++)
            {
                MixTwoChunks(acc, input, i * 32, (i * 32) + 16, i * 32, seed);
            }

            acc[0] = Avalanche(acc[0]);
            acc[1] = Avalanche(acc[1]);
            for (int i = 4; i < length / 32; i++)
            {
                MixTwoChunks(acc, input, i * 32, (i * 32) + 16, ((i - 4) * 32) + 3, seed);
            }

            MixTwoChunks(acc, input, length - 16, length - 32, 103, 0 - seed);
        }

        ulong low = acc[0] + acc[1];
        ulong high = (acc[0] * P64x1) + (acc[1] * P64x4) + (((ulong)length - seed) * P64x2);
        return new(0 - Avalanche(high), Avalanche(low));
    }

    private static void MixTwoChunks(ulong[] acc, byte[] input, int one, int two, int offset, ulong seed)
    {
        acc[0] += MixStep(input, one, offset, seed);
        acc[1] += MixStep(input, two, offset + 16, seed);
        acc[0] ^= Word(input, two) + Word(input, two + 8);
        acc[1] ^= Word(input, one) + Word(input, one + 8);
    }

    private static ulong MixStep(byte[] input, int at, int offset, ulong seed) => Fold(
        Word(input, at) ^ (Word(s_secret, offset) + seed),
        Word(input, at + 8) ^ (Word(s_secret, offset + 8) - seed));

    private static Digest128 HashLarge(byte[] input, ulong seed)
    {
        byte[] secret = new byte[192];
        for (int i = 0; i < 24; i++)
        {
            ulong word = Word(s_secret, i * 8);
            BinaryPrimitives.WriteUInt64LittleEndian(secret.AsSpan(i * 8), i % 2 == 0 ? word + seed : word - seed);
        }

        ulong[] acc = [P32x3, P64x1, P64x2, P64x3, P64x4, P32x2, P64x5, P32x1];
        int at = 0;
        for (; input.Length - at > 1024; at += 1024)
        {
            for (int n = 0; n < 16; n++)
            {
                Accumulate(acc, input, at + (n * 64), secret, n * 8);
            }

            for (int i = 0; i < 8; i++)
            {
                acc[i] = (acc[i] ^ (acc[i] >> 47) ^ Word(secret, 128 + (i * 8))) * P32x1;
            }
        }

        for (int n = 0; n < (input.Length - at - 1) / 64; n++)
        {
            Accumulate(acc, input, at + (n * 64), secret, n * 8);
        }

        Accumulate(acc, input, input.Length - 64, secret, 192 - 71);
        ulong length = (ulong)input.Length;
        return new(FinalMerge(acc, ~(length * P64x2), secret, 192 - 75), FinalMerge(acc, length * P64x1, secret, 11));
    }

    private static void Accumulate(ulong[] acc, byte[] input, int at, byte[] secret, int offset)
    {
        for (int i = 0; i < 8; i++)
        {
            ulong word = Word(input, at + (i * 8));
            ulong value = word ^ Word(secret, offset + (i * 8));
            acc[i ^ 1] += word;
            acc[i] += (value & 0xFFFFFFFF) * (value >> 32);
        }
    }

    private static ulong FinalMerge(ulong[] acc, ulong start, byte[] secret, int offset)
    {
        ulong result = start;
        for (int i = 0; i < 8; i += 2)
        {
            result += Fold(acc[i] ^ Word(secret, offset + (i * 8)), acc[i + 1] ^ Word(secret, offset + (i * 8) + 8));
        }

        return Avalanche(result);
    }

    private static ulong Fold(ulong left, ulong right)
    {
        UInt128 product = (UInt128)left * right;
        return (ulong)product ^ (ulong)(product >> 64);
    }

    private static ulong Avalanche(ulong x)
    {
        x ^= x >> 37;
        x *= Mx1;
        return x ^ (x >> 32);
    }

    private static ulong AvalancheXxh64(ulong x)
    {
        x ^= x >> 33;
        x *= P64x2;
        x ^= x >> 29;
        x *= P64x3;
        return x ^ (x >> 32);
    }

    private static ulong Word(byte[] bytes, int at) => BinaryPrimitives.ReadUInt64LittleEndian(bytes.AsSpan(at));

    private static ulong Half(byte[] bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at));
}
