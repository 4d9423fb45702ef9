namespace Doppel.Finding;

/// <summary>How a search treats symbolic links below its roots.</summary>
public enum LinkFollowing
{
    /// <summary>Ignores symbolic links.</summary>
    Never,

    /// <summary>Follows links to folders and files. Entries reached through a link are marked.</summary>
    Follow,
}
