namespace Doppel.App;

/// <summary>Specifies what a command can search besides folders and files on disks.</summary>
[Flags]
internal enum RootKinds
{
    /// <summary>Nothing else.</summary>
    None = 0,

    Buckets = 1,

    SavedVolumes = 2,

    All = Buckets | SavedVolumes,
}
