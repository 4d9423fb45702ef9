namespace Doppel.Acting;

/// <summary>Specifies where the tags of media files that go are added.</summary>
public enum TagTarget
{
    /// <summary>Nowhere.</summary>
    None,

    /// <summary>To an XMP sidecar of the photo that stays.</summary>
    Sidecar,

    /// <summary>To the MP3, FLAC, JPEG or PNG file that stays.</summary>
    Keeper,
}
