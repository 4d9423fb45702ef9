using System.Globalization;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Upload.Relays;

namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>What all contestants do in one comparison.</summary>
/// <param name="Bytes">The length of each file.</param>
/// <param name="AtOnce">Clients that upload at once, one file after another.</param>
/// <param name="Uploads">Files of one round.</param>
/// <param name="Rounds">Rounds that count, after one that does not.</param>
internal sealed record UploadCell(int Bytes, int AtOnce, int Uploads, int Rounds)
{
    /// <summary>The length as people say it.</summary>
    public string Size => Bytes switch
    {
        >= 10_000_000 => string.Create(CultureInfo.InvariantCulture, $"{Bytes / 1_000_000} MB"),
        >= 1 << 20 => string.Create(CultureInfo.InvariantCulture, $"{Bytes >> 20} MiB"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{Bytes >> 10} KiB"),
    };

    /// <summary>As columns of a table.</summary>
    public IReadOnlyList<Parameter> Parameters =>
        [new("file", Size), new("at once", AtOnce.ToString(CultureInfo.InvariantCulture))];

    /// <summary>
    /// Memory that the cell may take in all processes together, in bytes: whoever holds whole files holds one for each
    /// client, rounded up to a power of two, and keeps it while others are measured. Twice that, since a pool keeps
    /// arrays on threads that do not rent again.
    /// </summary>
    public long BytesNeeded
    {
        get
        {
            int wholeFile = RelayCatalog.Contestants.Count(contestant => !contestant.Streams);
            return 2 * wholeFile * AtOnce * (long)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Bytes);
        }
    }

    /// <summary>File and clients.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Size}, {AtOnce} at once");
}
