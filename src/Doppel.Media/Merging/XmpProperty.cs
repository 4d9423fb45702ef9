namespace Doppel.Media;

/// <summary>Describes the XMP property in which a tag is written.</summary>
/// <param name="Prefix">The usual prefix.</param>
/// <param name="Namespace">The namespace.</param>
/// <param name="Name">The name within the namespace.</param>
/// <param name="Form">How its values are stored.</param>
internal sealed record XmpProperty(string Prefix, string Namespace, string Name, XmpForm Form)
{
    private const string Dublin = "http://purl.org/dc/elements/1.1/";
    private const string Microsoft = "http://ns.microsoft.com/photo/1.0/";
    private const string Exif = "http://ns.adobe.com/exif/1.0/";

    private static readonly Dictionary<string, XmpProperty> s_ofTag = new()
    {
        [TagNames.Title] = new("dc", Dublin, "title", XmpForm.Alternatives),
        [TagNames.Artist] = new("dc", Dublin, "creator", XmpForm.Sequence),
        [TagNames.Description] = new("dc", Dublin, "description", XmpForm.Alternatives),
        [TagNames.Keywords] = new("dc", Dublin, "subject", XmpForm.Bag),
        [TagNames.Copyright] = new("dc", Dublin, "rights", XmpForm.Alternatives),
        [TagNames.Comment] = new("exif", Exif, "UserComment", XmpForm.Alternatives),
        [TagNames.Rating] = new("xmp", "http://ns.adobe.com/xap/1.0/", "Rating", XmpForm.Text),
        [TagNames.Taken] = new("exif", Exif, "DateTimeOriginal", XmpForm.Text),
        [TagNames.Place] = new("exif", Exif, "GPSLatitude", XmpForm.Text),
        ["xmp:Iptc4xmpExt:PersonInImage"] = new(
            "Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "PersonInImage", XmpForm.Bag),
        ["xmp:lr:hierarchicalSubject"] = new(
            "lr", "http://ns.adobe.com/lightroom/1.0/", "hierarchicalSubject", XmpForm.Bag),
        ["xmp:digiKam:TagsList"] = new(
            "digiKam", "http://www.digikam.org/ns/1.0/", "TagsList", XmpForm.Sequence),
        ["xmp:MicrosoftPhoto:LastKeywordXMP"] = new("MicrosoftPhoto", Microsoft, "LastKeywordXMP", XmpForm.Bag),
        ["xmp:MicrosoftPhoto:Rating"] = new("MicrosoftPhoto", Microsoft, "Rating", XmpForm.Text),
    };

    /// <summary>Gets all properties.</summary>
    internal static IEnumerable<XmpProperty> All => s_ofTag.Values;

    /// <summary>Gets the property that some programs write for the time as well.</summary>
    internal static XmpProperty Created { get; } =
        new("photoshop", "http://ns.adobe.com/photoshop/1.0/", "DateCreated", XmpForm.Text);

    /// <summary>Returns the property of a tag, or null if the tag is not written.</summary>
    internal static XmpProperty? Of(string tag) => s_ofTag.GetValueOrDefault(tag);
}

/// <summary>Specifies how the values of an XMP property are stored.</summary>
internal enum XmpForm
{
    /// <summary>One value.</summary>
    Text,

    /// <summary>Values in any order.</summary>
    Bag,

    /// <summary>Values in order.</summary>
    Sequence,

    /// <summary>The same text in several languages.</summary>
    Alternatives,
}
