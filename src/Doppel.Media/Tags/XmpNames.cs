using System.Xml;

namespace Doppel.Media;

/// <summary>Maps XMP properties to tag names.</summary>
internal static class XmpNames
{
    /// <summary>The namespace of RDF.</summary>
    internal const string Rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

    private const string Meta = "adobe:ns:meta/";
    private const string Xml = "http://www.w3.org/XML/1998/namespace";
    private const string Declaration = "http://www.w3.org/2000/xmlns/";

    // The prefixes used here, whatever prefixes the file declares.
    private static readonly Dictionary<string, string> s_prefixes = new()
    {
        ["http://purl.org/dc/elements/1.1/"] = "dc",
        ["http://ns.adobe.com/xap/1.0/"] = "xmp",
        ["http://ns.adobe.com/xap/1.0/mm/"] = "xmpMM",
        ["http://ns.adobe.com/xap/1.0/rights/"] = "xmpRights",
        ["http://ns.adobe.com/xap/1.0/g/img/"] = "xmpGImg",
        ["http://ns.adobe.com/xmp/1.0/DynamicMedia/"] = "xmpDM",
        ["http://ns.adobe.com/tiff/1.0/"] = "tiff",
        ["http://ns.adobe.com/exif/1.0/"] = "exif",
        ["http://cipa.jp/exif/1.0/"] = "exifEX",
        ["http://ns.adobe.com/exif/1.0/aux/"] = "aux",
        ["http://ns.adobe.com/photoshop/1.0/"] = "photoshop",
        ["http://ns.adobe.com/lightroom/1.0/"] = "lr",
        ["http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"] = "Iptc4xmpCore",
        ["http://iptc.org/std/Iptc4xmpExt/2008-02-29/"] = "Iptc4xmpExt",
        ["http://ns.microsoft.com/photo/1.0/"] = "MicrosoftPhoto",
        ["http://ns.adobe.com/pdf/1.3/"] = "pdf",
        ["http://ns.adobe.com/hdr-gain-map/1.0/"] = "hdrgm",
        ["http://ns.google.com/photos/1.0/container/"] = "Container",
        ["http://ns.google.com/photos/1.0/container/item/"] = "Item",
    };

    private static readonly Dictionary<string, string> s_common = new()
    {
        ["dc:title"] = TagNames.Title,
        ["dc:creator"] = TagNames.Artist,
        ["dc:description"] = TagNames.Description,
        ["dc:subject"] = TagNames.Keywords,
        ["dc:rights"] = TagNames.Copyright,
        ["dc:language"] = TagNames.Language,
        ["dc:publisher"] = TagNames.Publisher,
        ["dc:date"] = TagNames.Date,
        ["xmp:Rating"] = TagNames.Rating,
        ["xmp:CreatorTool"] = TagNames.Software,
        ["tiff:Make"] = TagNames.Make,
        ["tiff:Model"] = TagNames.Model,
        ["tiff:Orientation"] = TagNames.Orientation,
        ["tiff:Software"] = TagNames.Software,
        ["tiff:Artist"] = TagNames.Artist,
        ["tiff:Copyright"] = TagNames.Copyright,
        ["tiff:ImageDescription"] = TagNames.Description,
        ["exif:UserComment"] = TagNames.Comment,
        ["aux:Lens"] = TagNames.Lens,
        ["exifEX:LensModel"] = TagNames.Lens,
        ["xmpDM:album"] = TagNames.Album,
        ["xmpDM:artist"] = TagNames.Artist,
        ["xmpDM:composer"] = TagNames.Composer,
        ["xmpDM:genre"] = TagNames.Genre,
        ["xmpDM:trackNumber"] = TagNames.Track,
        ["xmpDM:tempo"] = TagNames.Tempo,
        ["xmpDM:logComment"] = TagNames.Comment,
    };

    /// <summary>
    /// Returns the name of an element or attribute within another. RDF elements and attributes add nothing to it.
    /// </summary>
    internal static string Join(string around, XmlReader reader)
    {
        const int LettersMax = 200;
        if (reader.NamespaceURI is Rdf or Meta || around.Length > LettersMax)
        {
            return around;
        }

        string prefix = s_prefixes.GetValueOrDefault(reader.NamespaceURI, reader.Prefix);
        string name = prefix.Length > 0 ? $"{prefix}:{reader.LocalName}" : reader.LocalName;
        name = name.Length > LettersMax ? name[..LettersMax] : name;
        return around.Length > 0 ? $"{around}/{name}" : name;
    }

    /// <summary>Returns whether an attribute only controls how others are parsed.</summary>
    internal static bool IsSyntax(XmlReader reader) => reader.NamespaceURI is Rdf or Meta or Xml or Declaration;

    /// <summary>Returns the name that all formats share, or the XMP name.</summary>
    internal static string Common(string property, string kind) =>
        s_common.TryGetValue(property, out string? name) ? name : $"{kind}:{property}";
}
