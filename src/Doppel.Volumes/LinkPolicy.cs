namespace Doppel.Volumes;

/// <summary>Specifies what to do if the last component of a path is a symbolic link.</summary>
public enum LinkPolicy
{
    /// <summary>Use the link itself. Opening a link fails with <see cref="VolumeErrorKind.IsLink"/>.</summary>
    Stay = 0,

    /// <summary>Follow the link to its target.</summary>
    Follow = 1,
}
