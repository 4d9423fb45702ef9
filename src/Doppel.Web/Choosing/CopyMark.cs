using System.Text.Json.Serialization;

namespace Doppel.Web;

/// <summary>Specifies what is planned for a copy.</summary>
[JsonConverter(typeof(WordConverter<CopyMark>))]
internal enum CopyMark : byte
{
    /// <summary>Nothing is planned yet.</summary>
    Unplanned,

    /// <summary>It stays.</summary>
    Stays,

    /// <summary>
    /// It stays whatever is chosen: a protected folder or an option says so, or it is on a saved volume, or the only
    /// one that is not.
    /// </summary>
    MustStay,

    /// <summary>It goes.</summary>
    Goes,

    /// <summary>It goes with the folder that it is in, whatever is chosen for the file.</summary>
    InFolder,

    /// <summary>It is left alone, because it changed or cannot be examined.</summary>
    Skipped,

    /// <summary>A run has removed it, or has replaced it with a link, or its blocks are shared.</summary>
    Gone,
}
