namespace Doppel.CommandLine;

/// <summary>Specifies when to use a terminal feature.</summary>
internal enum WhenToUse
{
    /// <summary>Only if the stream is a terminal that supports it.</summary>
    Auto,

    /// <summary>Always.</summary>
    Always,

    /// <summary>Never.</summary>
    Never,
}
