using System.Runtime.CompilerServices;
using static Doppel.Hashing.Bits;
using static Doppel.Hashing.Xxh3Constants;

namespace Doppel.Hashing;

/// <summary>Processes single words. Runs on any processor, including big-endian ones.</summary>
internal readonly struct StripeKernelScalar : IStripeKernel
{
    public static bool IsSupported => true;

    public static void AddBlocks(ref ulong accumulators, ref byte input, nuint blocks, ref byte secret)
    {
        for (; blocks != 0; blocks--)
        {
            AddStripes(ref accumulators, ref input, StripesPerBlock, ref secret);
            Scramble(ref accumulators, ref Unsafe.Add(ref secret, ScrambleSecretOffset));
            input = ref Unsafe.Add(ref input, BlockBytes);
        }
    }

    public static void AddTail(
        ref ulong accumulators, ref byte input, nuint stripes, ref byte last, ref byte secret)
    {
        AddStripes(ref accumulators, ref input, stripes, ref secret);
        AddStripes(ref accumulators, ref last, 1, ref Unsafe.Add(ref secret, LastStripeSecretOffset));
    }

    private static void AddStripes(ref ulong accumulators, ref byte input, nuint stripes, ref byte secret)
    {
        // Process two lanes at a time over all stripes: their sums stay in registers, and each is the other's neighbor.
        for (int lane = 0; lane < Lanes; lane += 2)
        {
            AddLanes(
                ref Unsafe.Add(ref accumulators, lane),
                ref Unsafe.Add(ref input, lane * sizeof(ulong)),
                stripes,
                ref Unsafe.Add(ref secret, lane * sizeof(ulong)));
        }
    }

    private static void AddLanes(ref ulong accumulators, ref byte input, nuint stripes, ref byte secret)
    {
        ulong even = accumulators;
        ulong odd = Unsafe.Add(ref accumulators, 1);
        for (; stripes != 0; stripes--)
        {
            ulong evenWord = Read64(ref input, 0);
            ulong oddWord = Read64(ref input, 8);
            ulong evenKeyed = evenWord ^ Read64(ref secret, 0);
            ulong oddKeyed = oddWord ^ Read64(ref secret, 8);
            even += oddWord + ((uint)evenKeyed * (evenKeyed >> 32));
            odd += evenWord + ((uint)oddKeyed * (oddKeyed >> 32));
            input = ref Unsafe.Add(ref input, StripeBytes);
            secret = ref Unsafe.Add(ref secret, SecretStepBytes);
        }

        accumulators = even;
        Unsafe.Add(ref accumulators, 1) = odd;
    }

    private static void Scramble(ref ulong accumulators, ref byte secret)
    {
        for (int lane = 0; lane < Lanes; lane++)
        {
            ulong sum = Unsafe.Add(ref accumulators, lane);
            sum ^= sum >> 47;
            sum ^= Read64(ref secret, lane * sizeof(ulong));
            Unsafe.Add(ref accumulators, lane) = sum * Prime32A;
        }
    }
}
