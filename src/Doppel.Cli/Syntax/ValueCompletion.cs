namespace Doppel.Cli;

/// <summary>Specifies what shells complete for the value of an option.</summary>
internal enum ValueCompletion
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>File names.</summary>
    File,

    /// <summary>The choices of the definition.</summary>
    Choices,

    /// <summary>Profile names, as listed by <c>doppel profile list</c>.</summary>
    Profile,
}
