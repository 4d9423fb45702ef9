namespace Doppel.CommandLine;

/// <summary>Specifies what shells complete for the value of an option.</summary>
internal enum ValueCompletion
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>File names.</summary>
    File,

    /// <summary>The choices of the definition.</summary>
    Choices,

    /// <summary>File names, and saved volumes after <c>catalog:</c>.</summary>
    Root,

    /// <summary>Profile names, as listed by <c>doppel profile list</c>.</summary>
    Profile,

    /// <summary>Names of saved volumes, as listed by <c>doppel catalog list</c>.</summary>
    SavedVolume,

    /// <summary>The choices of the definition, and IDs of runs, as listed by <c>doppel journal</c>.</summary>
    Run,

    /// <summary>IDs of runs that can be undone.</summary>
    ChangedRun,

    /// <summary>IDs of runs that were interrupted.</summary>
    InterruptedRun,
}
