namespace Doppel.Cli.Arguments;

/// <summary>Which help was asked for.</summary>
internal enum HelpWanted
{
    /// <summary>None.</summary>
    None,

    /// <summary>One line per flag.</summary>
    Short,

    /// <summary>Examples and everything about each flag.</summary>
    Long,
}
