namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>What became of some uploads, as their clients saw it.</summary>
/// <param name="bytes">The length of each file.</param>
/// <param name="first">The running number of the first.</param>
/// <param name="uploads">How many there were.</param>
internal sealed class UploadOutcome(int bytes, long first, int uploads)
{
    private int _confirmed;

    /// <summary>The length of each file.</summary>
    public int Bytes { get; } = bytes;

    /// <summary>The running number of the first.</summary>
    public long First { get; } = first;

    /// <summary>How many there were.</summary>
    public int Uploads { get; } = uploads;

    /// <summary>How many the server confirmed.</summary>
    public int Confirmed => _confirmed;

    /// <summary>Counts one answer. Thread-safe.</summary>
    public void Count(bool confirmed) => Interlocked.Add(ref _confirmed, confirmed ? 1 : 0);
}
