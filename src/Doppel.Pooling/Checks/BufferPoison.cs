using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Pooling.Checks;

/// <summary>
/// A pattern in what was returned: whoever reads it sees nonsense, and whoever writes over it is found out.
/// </summary>
internal static class BufferPoison
{
    private const byte Pattern = 0xDB;

    /// <summary>Fills elements without references; others are cleared anyway.</summary>
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

    // Of more than 2 GiB the first 2 GiB: no span is longer.
    private static Span<byte> Bytes<T>(Span<T> elements) => MemoryMarshal.CreateSpan(
        ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(elements)),
        (int)Math.Min(int.MaxValue, (long)elements.Length * Unsafe.SizeOf<T>()));
}
