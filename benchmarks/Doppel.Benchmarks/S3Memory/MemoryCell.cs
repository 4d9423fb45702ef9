using System.Globalization;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.S3Memory;

/// <summary>How much is carried at once.</summary>
/// <param name="Uploads">Uploads at once, and as many downloads beside them.</param>
/// <param name="Bytes">The length of each document.</param>
internal sealed record MemoryCell(int Uploads, int Bytes)
{
    /// <summary>As a sentence has it.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{Uploads} uploads and {Uploads} downloads of {Figures.Bytes(Bytes)} at once");
}
