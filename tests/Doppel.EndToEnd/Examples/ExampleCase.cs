namespace Doppel.EndToEnd.Examples;

/// <summary>An example from a document or a help text, with a tree that shows if it does what it promises.</summary>
/// <param name="Line">The command line as it is printed.</param>
internal sealed record ExampleCase(string Line)
{
    /// <summary>The tree before, in the notation of <see cref="ExampleTree"/>.</summary>
    public required string Before { get; init; }

    /// <summary>The whole tree afterwards; null if it must stay as it was.</summary>
    public string? After { get; init; }

    /// <summary>Commands of a shell that come first. Default: none.</summary>
    public string Setup { get; init; } = "";

    /// <summary>A command of a shell that must succeed afterwards. Default: none.</summary>
    public string Then { get; init; } = "";

    /// <summary>Whether it asks on a terminal; the answer is yes.</summary>
    public bool Asks { get; init; }

    /// <summary>What must be in its output, of which standard error is a part.</summary>
    public IReadOnlyList<string> Shows { get; init; } = [];

    /// <summary>What must not be in its output.</summary>
    public IReadOnlyList<string> Hides { get; init; } = [];

    /// <summary>
    /// What is in its output when it has done what it should, if it runs until SIGTERM stops it. Default: it ends.
    /// </summary>
    public string StopsAt { get; init; } = "";

    /// <summary>The expected exit code. Default: 0.</summary>
    public int ExitCode { get; init; }

    /// <summary>Whether /srv must share blocks, so that a file system that can do it is mounted there.</summary>
    public bool SharesBlocks { get; init; }

    /// <summary>Whether it takes minutes by its nature, so that only the full tests run it.</summary>
    public bool IsLong { get; init; }

    /// <summary>Whether it speaks with the server of a fleet.</summary>
    public bool NeedsFleet => Line.Contains("doppel fleet", StringComparison.Ordinal)
        || Setup.Contains("doppel fleet", StringComparison.Ordinal);

    /// <summary>Whether it speaks with an S3 server.</summary>
    public bool NeedsServer => Line.Contains("doppel s3", StringComparison.Ordinal)
        || Line.Contains("s3://", StringComparison.Ordinal);
}
