using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>The calls of <see cref="IVolume"/> that test volumes count, delay and break.</summary>
public enum VolumeCall
{
    /// <summary><see cref="IVolume.OpenFolder"/>.</summary>
    OpenFolder,

    /// <summary><see cref="IVolume.List"/>.</summary>
    List,

    /// <summary>One entry that a listing hands to its visitor.</summary>
    Entry,

    /// <summary>
    /// <see cref="IVolume.Stat(FolderHandle, ReadOnlySpan{byte}, LinkPolicy, FactFields, out FileFacts)"/>.
    /// </summary>
    Stat,

    /// <summary><see cref="IVolume.OpenFile"/>.</summary>
    OpenFile,

    /// <summary><see cref="IVolume.Read"/>.</summary>
    Read,

    /// <summary><see cref="IVolume.Stat(FileHandle, out FileFacts)"/>.</summary>
    StatFile,

    /// <summary><see cref="IVolume.Extents"/>.</summary>
    Extents,

    /// <summary><see cref="IVolume.CheckWriters"/>.</summary>
    CheckWriters,

    /// <summary><see cref="IVolume.NextData"/>.</summary>
    NextData,

    /// <summary><see cref="IVolume.ReadLink"/>.</summary>
    ReadLink,

    /// <summary><see cref="IVolume.MountOf"/>.</summary>
    MountOf,

    /// <summary><see cref="IVolume.Probe"/>.</summary>
    Probe,
}
