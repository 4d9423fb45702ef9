namespace Doppel.Cli.Options;

/// <summary>When something that only a terminal can show is used.</summary>
internal enum WhenToUse
{
    /// <summary>Where the stream is a terminal that can show it.</summary>
    Auto,

    /// <summary>Everywhere.</summary>
    Always,

    /// <summary>Nowhere.</summary>
    Never,
}
