using System.Buffers;
using System.Buffers.Binary;
using Doppel.Media;

namespace Doppel.Acting;

/// <summary>
/// Defines the format of recipes in the file beside a journal: a head, a table of numbers, and the stored bytes.
/// </summary>
/// <remarks>
/// The head is written last, so a recipe with a head is complete. It consists of eight letters; the number of bytes in
/// the table, the number of stored bytes and the size of the file, as 8-byte little-endian integers; and the SHA-256 of
/// the file. The table stores numbers with seven bits per byte, least significant first; the highest bit is set if more
/// bytes follow.
/// </remarks>
internal static class RecipeForm
{
    /// <summary>The length of a head in bytes.</summary>
    internal const int HeadBytes = 64;

    // A table holds two numbers per payload extent, of which there are at most a million.
    private const int TableBytesMax = 64 << 20;

    private const int DigestBytes = 32;

    private static ReadOnlySpan<byte> Letters => "doppelR1"u8;

    internal static byte[] HeadOf(Recipe recipe, int tableBytes)
    {
        byte[] head = new byte[HeadBytes];
        Letters.CopyTo(head);
        BinaryPrimitives.WriteInt64LittleEndian(head.AsSpan(8), tableBytes);
        BinaryPrimitives.WriteInt64LittleEndian(head.AsSpan(16), recipe.KeptBytes);
        BinaryPrimitives.WriteInt64LittleEndian(head.AsSpan(24), recipe.Size);
        Convert.FromHexString(recipe.Digest).CopyTo(head.AsSpan(32));
        return head;
    }

    internal static byte[] TableOf(
        IReadOnlyList<long> numbers, IReadOnlyList<PayloadExtent> keeper, ReadOnlySpan<RecipeRun> runs)
    {
        var table = new ArrayBufferWriter<byte>();
        Write(table, numbers.Count);
        for (int i = 0; i < numbers.Count; i++)
        {
            Write(table, numbers[i]);
        }

        Write(table, keeper.Count);
        for (int i = 0; i < keeper.Count; i++)
        {
            Write(table, keeper[i].Offset);
            Write(table, keeper[i].Length);
        }

        Write(table, runs.Length);
        foreach (RecipeRun run in runs)
        {
            Write(table, run.PayloadAt + 1);
            Write(table, run.Length);
        }

        return table.WrittenSpan.ToArray();
    }

    /// <summary>Parses a head.</summary>
    /// <param name="head">The bytes of the head.</param>
    /// <param name="rest">The number of bytes after the head in the file.</param>
    /// <param name="tableBytes">The number of bytes in the table that follows.</param>
    /// <param name="keptBytes">The number of stored bytes.</param>
    /// <returns>False if this is not a head, or if the recipe is incomplete.</returns>
    internal static bool TryReadHead(ReadOnlySpan<byte> head, long rest, out int tableBytes, out long keptBytes)
    {
        long table = BinaryPrimitives.ReadInt64LittleEndian(head[8..]);
        keptBytes = BinaryPrimitives.ReadInt64LittleEndian(head[16..]);
        tableBytes = (int)Math.Clamp(table, 0, TableBytesMax);
        return head.StartsWith(Letters) && table == tableBytes && keptBytes >= 0 && table <= rest
            && keptBytes <= rest - table;
    }

    /// <summary>Creates a recipe from its head and its table. Returns null if they do not match.</summary>
    internal static Recipe? Read(ReadOnlySpan<byte> head, ReadOnlySpan<byte> table, long keptAt)
    {
        if (!TryReadNumbers(ref table, out long[] numbers)
            || !TryReadPairs(ref table, out long[] offsets, out long[] lengths)
            || !TryReadPairs(ref table, out long[] places, out long[] runLengths))
        {
            return null;
        }

        var keeper = new PayloadExtent[offsets.Length];
        for (int i = 0; i < keeper.Length; i++)
        {
            keeper[i] = new PayloadExtent(offsets[i], lengths[i]);
        }

        var runs = new RecipeRun[places.Length];
        (Int128 size, Int128 kept) = (0, 0);
        for (int i = 0; i < runs.Length; i++)
        {
            runs[i] = new RecipeRun(runLengths[i], places[i] - 1);
            size += runLengths[i];
            kept += runs[i].IsKept ? runLengths[i] : 0;
        }

        bool agrees = size == BinaryPrimitives.ReadInt64LittleEndian(head[24..])
            && kept == BinaryPrimitives.ReadInt64LittleEndian(head[16..]);
        return !agrees ? null : new Recipe
        {
            Numbers = numbers,
            Size = (long)size,
            Digest = Convert.ToHexStringLower(head.Slice(32, DigestBytes)),
            KeeperExtents = keeper,
            Runs = runs,
            KeptBytes = (long)kept,
            KeptAt = keptAt,
        };
    }

    private static void Write(ArrayBufferWriter<byte> table, long number)
    {
        ulong rest = (ulong)number;
        do
        {
            table.GetSpan(1)[0] = (byte)((rest & 0x7F) | (rest > 0x7F ? 0x80u : 0));
            table.Advance(1);
            rest >>= 7;
        }
        while (rest > 0);
    }

    private static bool TryReadNumbers(ref ReadOnlySpan<byte> table, out long[] numbers)
    {
        // Each number takes at least one byte, so a false count cannot cause a large allocation.
        numbers = [];
        if (!TryRead(ref table, out long count) || count > table.Length)
        {
            return false;
        }

        numbers = new long[count];
        for (int i = 0; i < numbers.Length; i++)
        {
            if (!TryRead(ref table, out numbers[i]))
            {
                return false;
            }
        }

        return true;
    }

    private static bool TryReadPairs(ref ReadOnlySpan<byte> table, out long[] first, out long[] second)
    {
        (first, second) = ([], []);
        if (!TryRead(ref table, out long count) || count > table.Length / 2)
        {
            return false;
        }

        (first, second) = (new long[count], new long[count]);
        for (int i = 0; i < first.Length; i++)
        {
            if (!TryRead(ref table, out first[i]) || !TryRead(ref table, out second[i]) || second[i] == 0)
            {
                return false;
            }
        }

        return true;
    }

    private static bool TryRead(ref ReadOnlySpan<byte> table, out long number)
    {
        ulong sum = 0;
        number = 0;
        for (int i = 0; i < table.Length && i < 9; i++)
        {
            sum |= (ulong)(table[i] & 0x7F) << (7 * i);
            if (table[i] < 0x80)
            {
                table = table[(i + 1)..];
                number = (long)sum;
                return true;
            }
        }

        return false;
    }
}
