namespace Doppel.Acting;

/// <summary>A folder of files, or a folder of a bucket, where a token is put or looked for.</summary>
internal interface ITokenFolder
{
    /// <summary>
    /// Gets whether the folder may be shown as it was earlier, so that a token that is not found may be there.
    /// </summary>
    bool ShowsOldListings { get; }

    /// <summary>Gets whether what was found under a name may be shown although it is gone.</summary>
    bool MayShowWhatIsGone { get; }

    /// <summary>Stores an empty token under a name that nobody has asked for before.</summary>
    /// <returns>False if nothing may be stored here.</returns>
    ValueTask<bool> PutAsync(string token);

    /// <summary>Stores a token in a new folder of that name.</summary>
    /// <returns>True on success, false if the folder exists, null if nothing may be stored here.</returns>
    ValueTask<bool?> PutInsideAsync(string folder);

    /// <summary>Returns whether the token is here, or null if that cannot be seen.</summary>
    ValueTask<bool?> LookAsync(string token);

    /// <summary>Removes what <see cref="PutAsync"/> or <see cref="PutInsideAsync"/> has stored.</summary>
    ValueTask RemoveAsync(string token);

    /// <summary>Creates an empty folder, whose listing nothing can have kept.</summary>
    /// <returns>True on success, false if it exists, null if it cannot be created.</returns>
    bool? MakeFolder(string folder);

    /// <summary>Returns whether a folder of <see cref="MakeFolder"/> has a token, or null if that is unknown.</summary>
    bool? LookInside(string folder);

    /// <summary>Removes a folder of <see cref="MakeFolder"/> with its token.</summary>
    void RemoveFolder(string folder);
}
