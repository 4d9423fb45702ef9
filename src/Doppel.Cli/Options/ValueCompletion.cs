namespace Doppel.Cli.Options;

/// <summary>What a shell offers for the value of a option.</summary>
internal enum ValueCompletion
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Names of files.</summary>
    File,

    /// <summary>The choices of the definition.</summary>
    Choices,

    /// <summary>Names of profiles, told by <c>doppel profile list</c>.</summary>
    Profile,
}
