namespace Doppel.Volumes;

/// <summary>What to do when the last component of a path is a symbolic link.</summary>
public enum LinkPolicy
{
    /// <summary>Take the link itself; opening one fails with <see cref="VolumeErrorKind.IsLink"/>.</summary>
    Stay = 0,

    /// <summary>Take what it leads to.</summary>
    Follow = 1,
}
