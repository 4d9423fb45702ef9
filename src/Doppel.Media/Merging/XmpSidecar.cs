using System.Globalization;
using System.Text;
using System.Xml;

namespace Doppel.Media;

/// <summary>Reads and extends XMP sidecars: files with the tags of a photo that is not changed itself.</summary>
public static class XmpSidecar
{
    /// <summary>The size in bytes up to which a sidecar is read and written.</summary>
    public const int BytesMax = 2 << 20;

    private const string OtherForm = "has this tag in another form: ";
    private const string Empty = "<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
        + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
        + "  <rdf:RDF xmlns:rdf=\"" + XmpNames.Rdf + "\">\n"
        + "  </rdf:RDF>\n"
        + "</x:xmpmeta>\n"
        + "<?xpacket end=\"w\"?>\n";

    private static readonly UTF8Encoding s_utf8 =
        new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Returns whether files of a format have sidecars: pictures and raw photos.</summary>
    /// <param name="format">The format.</param>
    public static bool IsFor(MediaFormat format) => format is MediaFormat.Jpeg or MediaFormat.Png or MediaFormat.Gif
        or MediaFormat.WebP or MediaFormat.Heif or MediaFormat.Tiff or MediaFormat.Cr3 or MediaFormat.Raf
        or MediaFormat.JpegXl or MediaFormat.Jpeg2000;

    /// <summary>Returns whether a tag of this name can be added to a sidecar.</summary>
    /// <param name="name">The name of the tag.</param>
    public static bool Holds(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return XmpProperty.Of(name) is not null;
    }

    /// <summary>Reads the tags of a sidecar. If it is damaged, only those that could be read.</summary>
    /// <param name="sidecar">The content of the sidecar.</param>
    public static IReadOnlyList<MediaTag> Read(ReadOnlyMemory<byte> sidecar)
    {
        if (sidecar.IsEmpty)
        {
            return [];
        }

        var reader = new HeaderReader();
        reader.Open(new BytesSource(sidecar));
        var tags = new TagBuilder();
        XmpTags.Read(reader, 0, sidecar.Length, tags);
        return tags.Build().All;
    }

    /// <summary>Adds tags to a sidecar. What it contains otherwise stays as it is, byte for byte.</summary>
    /// <param name="sidecar">The content of the sidecar. Empty if there is none.</param>
    /// <param name="kept">The tags in the photo, whose keywords and persons are repeated beside the added ones.</param>
    /// <param name="added">The tags to add.</param>
    /// <param name="changed">
    /// The new content, which equals the old one if it has the tags already. Empty after a failure.
    /// </param>
    /// <returns>Why they cannot be added, or null on success.</returns>
    public static string? Add(
        ReadOnlyMemory<byte> sidecar, IEnumerable<MediaTag> kept, IEnumerable<MediaTag> added, out byte[] changed)
    {
        ArgumentNullException.ThrowIfNull(kept);
        ArgumentNullException.ThrowIfNull(added);
        return AddTo(sidecar, kept, added, out changed) is { } why ? $"its sidecar {why}" : null;
    }

    /// <summary>
    /// Adds tags to an XMP packet, in a sidecar or not. The reason for a failure is a predicate whose subject is the
    /// packet.
    /// </summary>
    internal static string? AddTo(
        ReadOnlyMemory<byte> sidecar, IEnumerable<MediaTag> kept, IEnumerable<MediaTag> added, out byte[] changed)
    {
        changed = [];
        MediaTag[] inPhoto = [.. kept];
        IReadOnlyList<MediaTag> before = Read(sidecar);
        TagGain gain = new TagUnion(before, Holds).Find(added);
        if (gain.Conflicts.Count + gain.Missing.Count > 0)
        {
            return $"has another value: {gain.Conflicts.Concat(gain.Missing).First().Name}";
        }

        if (gain.Added.Count == 0)
        {
            changed = sidecar.ToArray();
            return null;
        }

        if (TextOf(sidecar) is not { } text || XmpLayout.Of(text) is not { } layout)
        {
            return "is not XMP in UTF-8, or is damaged";
        }

        var edits = new List<(int Start, int End, string Text)>();
        var fresh = new StringBuilder();
        foreach (IGrouping<string, MediaTag> tags in gain.Added.GroupBy(static tag => tag.Name))
        {
            string[] values = [.. tags.Select(static tag => tag.Value)];
            if (Edit(layout, tags.Key, values, inPhoto, edits, fresh) is { } why)
            {
                return why;
            }
        }

        if (fresh.Length > 0)
        {
            edits.Add((layout.End, layout.End, Description(layout, fresh)));
        }

        var whole = new StringBuilder(text);
        foreach ((int start, int end, string value) in edits.OrderByDescending(static edit => edit.Start))
        {
            whole.Remove(start, end - start).Insert(start, value);
        }

        byte[] bytes = s_utf8.GetBytes(whole.ToString());
        if (bytes.Length > BytesMax || !IsUnion(before, gain.Added, inPhoto, Read(bytes)))
        {
            return "cannot be extended without a change to other tags";
        }

        changed = bytes;
        return null;
    }

    private static string? TextOf(ReadOnlyMemory<byte> sidecar)
    {
        try
        {
            return sidecar.IsEmpty ? Empty : s_utf8.GetString(sidecar.Span);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    private static string? Edit(
        XmpLayout layout, string name, string[] values, MediaTag[] kept, List<(int Start, int End, string Text)> edits,
        StringBuilder fresh)
    {
        XmpProperty property = XmpProperty.Of(name)!;
        if (values.Any(static value => !IsText(value)))
        {
            return $"cannot hold this value, since XML cannot: {name}";
        }

        if (name == TagNames.Place)
        {
            return AddPlace(layout, values[0], fresh);
        }

        if (property.Form == XmpForm.Text)
        {
            return SetText(layout, property, name, Written(name, values[0]), edits, fresh);
        }

        if (!layout.Find(property, out XmpPlace? place))
        {
            IEnumerable<string> known = TagKinds.IsList(name)
                ? kept.Where(tag => tag.Name == name).Select(static tag => tag.Value).Where(IsText)
                : [];
            AddValues(fresh, property, [.. known.Concat(values).Distinct()]);
            return null;
        }

        if (place is not { ListPrefix: { } prefix })
        {
            return OtherForm + name;
        }

        edits.Add((place.Start, place.Start, string.Concat(
            values.Select(value => Item(prefix.Length > 0 ? $"{prefix}:li" : "li", value)))));
        return null;
    }

    private static string? SetText(
        XmpLayout layout, XmpProperty property, string name, string value,
        List<(int Start, int End, string Text)> edits, StringBuilder fresh)
    {
        XmpProperty[] all = name == TagNames.Taken ? [property, XmpProperty.Created] : [property];
        bool isThere = false;
        foreach (XmpProperty one in all.Where(one => layout.Find(one, out _)))
        {
            layout.Find(one, out XmpPlace? place);
            if (place is not { ListPrefix: null })
            {
                return OtherForm + name;
            }

            edits.Add((place.Start, place.End, Escaped(value)));
            isThere = true;
        }

        if (!isThere)
        {
            string element = Name(property);
            fresh.Append(CultureInfo.InvariantCulture, $"      <{element}>{Escaped(value)}</{element}>\n");
        }

        return null;
    }

    private static string? AddPlace(XmpLayout layout, string value, StringBuilder fresh)
    {
        XmpProperty latitude = XmpProperty.Of(TagNames.Place)!;
        if (!ExifPlace.TryRead(value, out double north, out double east, out double height)
            || layout.Find(latitude, out _) || layout.Find(latitude with { Name = "GPSLongitude" }, out _)
            || layout.Find(latitude with { Name = "GPSAltitude" }, out _))
        {
            return OtherForm + TagNames.Place;
        }

        Set("GPSLatitude", Degrees(north, 'N', 'S'));
        Set("GPSLongitude", Degrees(east, 'E', 'W'));
        if (double.IsFinite(height))
        {
            const int Parts = 100;
            Set("GPSAltitude", string.Create(
                CultureInfo.InvariantCulture, $"{Math.Round(Math.Abs(height) * Parts):0}/{Parts}"));
            Set("GPSAltitudeRef", height < 0 ? "1" : "0");
        }

        return null;

        void Set(string name, string text) => fresh.Append($"      <exif:{name}>{text}</exif:{name}>\n");
    }

    private static string Degrees(double degrees, char positive, char negative)
    {
        const int Minutes = 60;
        double whole = Math.Truncate(Math.Abs(degrees));
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{whole:0},{(Math.Abs(degrees) - whole) * Minutes:0.000000##}{(degrees < 0 ? negative : positive)}");
    }

    private static void AddValues(StringBuilder fresh, XmpProperty property, string[] values)
    {
        string list = property.Form switch
        {
            XmpForm.Bag => "Bag",
            XmpForm.Sequence => "Seq",
            _ => "Alt",
        };
        string items = property.Form == XmpForm.Alternatives
            ? $"<rdf:li xml:lang=\"x-default\">{Escaped(values[0])}</rdf:li>"
            : string.Concat(values.Select(static value => Item("rdf:li", value)));
        fresh.Append($"      <{Name(property)}><rdf:{list}>{items}</rdf:{list}></{Name(property)}>\n");
    }

    private static string Description(XmpLayout layout, StringBuilder properties)
    {
        string text = properties.ToString();
        IEnumerable<string> spaces = XmpProperty.All
            .Where(property => text.Contains($"<{property.Prefix}:", StringComparison.Ordinal))
            .Select(static property => $"\n        xmlns:{property.Prefix}=\"{property.Namespace}\"").Distinct();
        return $"  <rdf:Description rdf:about=\"{Escaped(layout.About)}\" xmlns:rdf=\"{XmpNames.Rdf}\""
            + $"{string.Concat(spaces)}>\n{text}    </rdf:Description>\n  ";
    }

    private static string Name(XmpProperty property) => $"{property.Prefix}:{property.Name}";

    private static string Item(string element, string value) => $"<{element}>{Escaped(value)}</{element}>";

    private static string Escaped(string value) => value.Replace("&", "&amp;", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal).Replace(">", "&gt;", StringComparison.Ordinal)
        .Replace("\"", "&quot;", StringComparison.Ordinal).Replace("'", "&apos;", StringComparison.Ordinal)
        .Replace("\r", "&#xD;", StringComparison.Ordinal);

    private static bool IsText(string value) => value.All(
        static one => XmlConvert.IsXmlChar(one) || char.IsSurrogate(one));

    // Ratings have five stars, and times the form of ISO 8601.
    private static string Written(string name, string value)
    {
        const double PercentOfStar = 20;
        return name switch
        {
            TagNames.Rating => Math.Round(TagKinds.RatingPercent(value) / PercentOfStar)
                .ToString(CultureInfo.InvariantCulture),
            TagNames.Taken => TagTime.TryRead(value, out _, out _) ? value.Replace(' ', 'T') : value,
            _ => value,
        };
    }

    // What replaces another value is a rating or a time. A second time, that of the file, may then show.
    private static bool IsUnion(
        IReadOnlyList<MediaTag> before, IReadOnlyList<MediaTag> added, MediaTag[] kept, IReadOnlyList<MediaTag> after)
    {
        HashSet<MediaTag> wanted =
        [
            .. before.Where(tag => tag.Name is not (TagNames.Rating or TagNames.Taken)
                || !added.Any(one => one.Name == tag.Name)),
            .. added.Select(AsRead),
        ];
        HashSet<MediaTag> may =
        [
            .. wanted, .. before,
            .. kept.Where(tag => TagKinds.IsList(tag.Name) && added.Any(one => one.Name == tag.Name)),
        ];
        return wanted.IsSubsetOf(after)
            && after.All(tag => may.Contains(tag) || tag.Name == "xmp:xmp:CreateDate");
    }

    /// <summary>Returns a tag as it is read again after it was written.</summary>
    internal static MediaTag AsRead(MediaTag tag) => tag with
    {
        Value = tag.Name switch
        {
            TagNames.Rating => Written(tag.Name, tag.Value),
            TagNames.Taken => TagTime.Normal(tag.Value),
            TagNames.Place when ExifPlace.TryRead(tag.Value, out double north, out double east, out double height) =>
                ExifPlace.Text(north, east, height),
            _ => tag.Value,
        },
    };
}
