namespace Doppel.App;

/// <summary>Specifies what happens to a media file with tags that its keeper lacks.</summary>
internal enum TagLoss
{
    /// <summary>The person is asked, and the file stays if nobody is.</summary>
    Ask,

    /// <summary>The file stays.</summary>
    Skip,

    /// <summary>The tags are added to the sidecar of the photo that stays, and the file stays if they cannot.</summary>
    Sidecar,

    /// <summary>The tags are added to the file that stays itself, and the file stays if they cannot.</summary>
    Merge,

    /// <summary>The file is removed.</summary>
    Remove,
}
