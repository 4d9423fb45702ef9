using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Pooling;

/// <summary>
/// Fills returned buffers with a pattern: reading it yields garbage, and overwriting it is detected.
/// </summary>
internal static class BufferPoison
{
    private const byte Pattern = 0xDB;

    /// <summary>Fills elements that contain no references. Other elements are cleared anyway.</summary>
    internal static void Fill<T>(Span<T> elements)
    {
        if (!RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            Bytes(elements).Fill(Pattern);
        }
    }

    internal static bool IsIntact<T>(Span<T> elements) =>
        RuntimeHelpers.IsReferenceOrContainsReferences<T>() || !Bytes(elements).ContainsAnyExcept(Pattern);

    internal static void Report(string pool) => PoolReports.Report(new PoolReport(
        PoolReportKind.UseAfterReturn, pool, "Somebody wrote to an item after it had been returned.", ""));

    // A span cannot exceed 2 GiB, so only the first 2 GiB of a larger buffer are covered.
    private static Span<byte> Bytes<T>(Span<T> elements) => MemoryMarshal.CreateSpan(
        ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(elements)),
        (int)Math.Min(int.MaxValue, (long)elements.Length * Unsafe.SizeOf<T>()));
}
