namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>How a client sends its file.</summary>
internal enum Sending
{
    /// <summary>As fast as it is taken.</summary>
    Whole,

    /// <summary>In pieces of odd length, each flushed, without saying the length before.</summary>
    InPieces,

    /// <summary>Half of it; then the client leaves.</summary>
    HalfThenLeave,
}
