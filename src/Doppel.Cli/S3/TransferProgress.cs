using System.Globalization;

namespace Doppel.Cli;

/// <summary>Counts transferred bytes and files, and formats them as a line.</summary>
/// <param name="verb">The verb, such as <c>Uploading</c>.</param>
/// <param name="clock">The clock, to compute the rate.</param>
/// <remarks>Thread-safe.</remarks>
internal sealed class TransferProgress(string verb, TimeProvider clock)
{
    private readonly long _began = clock.GetTimestamp();
    private long _bytes;
    private long _bytesTotal;
    private long _files;
    private long _filesTotal;
    private long _skipped;
    private long _unverified;

    internal long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Gets the number of files and objects that were already there.</summary>
    internal long Skipped => Interlocked.Read(ref _skipped);

    /// <summary>Gets the number of downloads for which the server had nothing to compare them with.</summary>
    internal long Unverified => Interlocked.Read(ref _unverified);

    internal long Files => Interlocked.Read(ref _files);

    /// <summary>Adds a file or object to transfer.</summary>
    internal void Expect(long bytes)
    {
        Interlocked.Add(ref _bytesTotal, bytes);
        Interlocked.Increment(ref _filesTotal);
    }

    /// <summary>Adds transferred bytes.</summary>
    internal void Add(long bytes) => Interlocked.Add(ref _bytes, bytes);

    /// <summary>Counts a file or object as complete.</summary>
    internal void Done() => Interlocked.Increment(ref _files);

    /// <summary>Counts a file or object that is already there, and is no longer expected.</summary>
    internal void Skip(long bytes)
    {
        Interlocked.Add(ref _bytesTotal, -bytes);
        Interlocked.Decrement(ref _filesTotal);
        Interlocked.Increment(ref _skipped);
    }

    /// <summary>Counts a download that could not be compared.</summary>
    internal void NotVerified() => Interlocked.Increment(ref _unverified);

    /// <summary>Creates the progress of a single file or object.</summary>
    internal One OfOne() => new(this);

    /// <summary>Returns the current text, such as <c>Uploading  3/12 files  1.0 MiB/2.0 GiB  88.0 MiB/s</c>.</summary>
    internal string Now()
    {
        long bytes = Bytes;
        long total = Interlocked.Read(ref _bytesTotal);
        long files = Interlocked.Read(ref _filesTotal);
        string count = files <= 1 ? "" : string.Create(CultureInfo.InvariantCulture, $"  {Files:N0}/{files:N0} files");
        double seconds = clock.GetElapsedTime(_began).TotalSeconds;
        string rate = bytes > 0 && seconds >= 0.1 ? $"  {SizeText.Show((long)(bytes / seconds))}/s" : "";
        string size = total > 0 ? $"{SizeText.Show(bytes)}/{SizeText.Show(total)}" : SizeText.Show(bytes);
        return $"{verb}{count}  {size}{rate}";
    }

    /// <summary>Adds the progress of a single transfer: the increase since the last report.</summary>
    internal sealed class One(TransferProgress all) : IProgress<long>
    {
        private long _told;

        /// <summary>Subtracts the reported bytes after a failure, because only complete objects count.</summary>
        internal void TakeBack() => Report(0);

        /// <inheritdoc/>
        public void Report(long value) => all.Add(value - Interlocked.Exchange(ref _told, value));
    }
}
