namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>Where the content of an upload comes from.</summary>
internal enum ContentSource
{
    /// <summary>An array in memory.</summary>
    Array,

    /// <summary>A file.</summary>
    File,

    /// <summary>A stream that cannot seek and does not know its length.</summary>
    Stream,
}
