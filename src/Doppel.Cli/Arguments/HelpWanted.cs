namespace Doppel.Cli.Arguments;

/// <summary>Which help was asked for.</summary>
internal enum HelpWanted
{
    /// <summary>None.</summary>
    None,

    /// <summary>One line per option.</summary>
    Short,

    /// <summary>Examples and everything about each option.</summary>
    Long,
}
