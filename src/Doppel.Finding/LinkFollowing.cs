namespace Doppel.Finding;

/// <summary>What a search does with symbolic links below its roots.</summary>
public enum LinkFollowing
{
    /// <summary>Leaves them alone.</summary>
    Never,

    /// <summary>Follows them to folders and files; what is reached so is marked.</summary>
    Follow,
}
