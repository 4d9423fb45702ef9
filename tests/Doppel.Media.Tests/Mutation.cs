using System.Buffers.Binary;

namespace Doppel.Media.Tests;

/// <summary>Damages files at random: bits, lengths, cuts, shifts, repetitions, splices of two.</summary>
internal static class Mutation
{
    private const int KindCount = 12;
    private const int StructureBytes = 300;

    /// <summary>Another file, made of this one alone.</summary>
    public static byte[] Of(byte[] original, Random random) => Of(original, original, random);

    /// <summary>Another file.</summary>
    /// <param name="original">What it is made of; stays as it is.</param>
    /// <param name="other">What parts come from.</param>
    /// <param name="random">Decides all.</param>
    public static byte[] Of(byte[] original, byte[] other, Random random)
    {
        byte[] bytes = [.. original];
        for (int i = random.Next(1, 6); i > 0; i--)
        {
            bytes = Step(bytes, other, random);
        }

        return bytes;
    }

    private static byte[] Step(byte[] bytes, byte[] other, Random random)
    {
        int at = Place(bytes, random);
        int some = random.Next(1, 100);
        switch (random.Next(KindCount))
        {
            case 0:
                bytes[at] ^= (byte)(1 << random.Next(8));
                return bytes;
            case 1:
                bytes[at] = (byte)random.Next(256);
                return bytes;
            case 2:
                bytes.AsSpan(at, Math.Min(4, bytes.Length - at)).Fill((byte)(random.Next(2) * 0xFF));
                return bytes;
            case 3:
                return bytes[..Math.Max(1, at)];
            case 4:
                int from = random.Next(bytes.Length);
                int length = Math.Min(some, bytes.Length - Math.Max(at, from));
                bytes.AsSpan(from, length).CopyTo(bytes.AsSpan(at));
                return bytes;
            case 5:
                return [.. bytes[..at], .. bytes[Math.Min(bytes.Length, at + some)..], 0];
            case 6:
                return [.. bytes[..at], .. new byte[some], .. bytes[at..]];
            case 7:
                return [.. bytes[..at], .. other[Place(other, random)..]];
            case 8:
                int start = Place(other, random);
                return [.. bytes[..at], .. other[start..Math.Min(other.Length, start + (some * 10))], .. bytes[at..]];
            case 9:
                return [.. bytes[..Math.Min(bytes.Length, at + some)], .. bytes[at..]];
            default:
                PutNumber(bytes, at, random);
                return bytes;
        }
    }

    // Most of the structure stands at the beginning, or at the end.
    private static int Place(byte[] bytes, Random random)
    {
        int near = random.Next(Math.Min(bytes.Length, StructureBytes));
        return random.Next(4) switch { 0 or 1 => near, 2 => bytes.Length - 1 - near, _ => random.Next(bytes.Length) };
    }

    // Lengths, counts and places have 2 to 8 bytes, in either order; the hostile ones lie at the ends of what fits.
    private static void PutNumber(byte[] bytes, int at, Random random)
    {
        long number = random.Next(8) switch
        {
            0 => 0,
            1 => random.Next(1, 20),
            2 => bytes.Length + random.Next(-8, 8),
            3 => bytes.Length - at,
            4 => int.MaxValue - random.Next(3),
            5 => uint.MaxValue - random.Next(3),
            6 => long.MaxValue - random.Next(3),
            _ => at,
        };
        Span<byte> written = stackalloc byte[8];
        int size = 2 << random.Next(3);
        if (random.Next(2) == 0)
        {
            BinaryPrimitives.WriteInt64LittleEndian(written, number);
            written = written[..size];
        }
        else
        {
            BinaryPrimitives.WriteInt64BigEndian(written, number);
            written = written[^size..];
        }

        written[..Math.Min(size, bytes.Length - at)].CopyTo(bytes.AsSpan(at));
    }
}
