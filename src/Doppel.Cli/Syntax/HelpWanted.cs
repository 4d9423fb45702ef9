namespace Doppel.Cli;

/// <summary>Specifies which help was requested.</summary>
internal enum HelpWanted
{
    /// <summary>No help.</summary>
    None,

    /// <summary>Short help: one line per option.</summary>
    Short,

    /// <summary>Long help: examples and the full description of each option.</summary>
    Long,
}
