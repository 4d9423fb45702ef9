using System.Globalization;
using System.Runtime.InteropServices;
using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>Converts the properties of one XMP packet to tags.</summary>
internal sealed class XmpContent(TagBuilder tags, string kind)
{
    // Longer text without spaces is encoded binary data, such as a picture.
    private const int WordLettersMax = 1000;

    private string _created = "";
    private bool _isTaken;
    private double _latitude = double.NaN;
    private double _longitude = double.NaN;
    private double _height = double.NaN;
    private bool _isBelowSea;

    /// <summary>Reads one value of a property.</summary>
    internal void Read(string property, string value)
    {
        value = value.Trim();
        switch (property)
        {
            case "":
                break;
            case "exif:DateTimeOriginal" or "photoshop:DateCreated":
                ReadTaken(value);
                break;
            case "xmp:CreateDate":
                _created = value;
                break;
            case "xmp:ModifyDate" or "tiff:DateTime":
                tags.Add(TagNames.Modified, TagTime.Normal(value));
                break;
            case "exif:GPSLatitude":
                _latitude = Degrees(value);
                break;
            case "exif:GPSLongitude":
                _longitude = Degrees(value);
                break;
            case "exif:GPSAltitude":
                _height = Quotient(value);
                break;
            case "exif:GPSAltitudeRef":
                _isBelowSea = value == "1";
                break;
            case [.., 'x', 'm', 'p', 'G', 'I', 'm', 'g', ':', 'i', 'm', 'a', 'g', 'e']:
                tags.Add(TagNames.Thumbnail, Describe(value));
                break;
            default:
                bool isWord = value.Length > WordLettersMax && !value.Contains(' ', StringComparison.Ordinal);
                tags.Add(XmpNames.Common(property, kind), isWord ? Describe(value) : value);
                break;
        }
    }

    /// <summary>Adds the tags that depend on several properties. Call it after the last property.</summary>
    internal void End()
    {
        if (_created.Length > 0 && !_isTaken)
        {
            ReadTaken(_created);
        }
        else if (_created.Length > 0)
        {
            tags.Add($"{kind}:xmp:CreateDate", TagTime.Normal(_created));
        }

        tags.Add(TagNames.Place, ExifPlace.Text(_latitude, _longitude, _isBelowSea ? -_height : _height));
    }

    private static string Describe(string value)
    {
        var state = new Xxh3State();
        state.Append(MemoryMarshal.AsBytes(value.AsSpan()));
        return $"{value.Length} characters, xxh3 {state.GetDigest().High:x16}";
    }

    // A date without a time is still added as a tag.
    private void ReadTaken(string value)
    {
        _isTaken = true;
        TagTime.AddTaken(tags, value);
    }

    // Degrees, minutes with a fraction or minutes and seconds, and a direction: 48,51.4933N or 48,51,29N.
    private static double Degrees(string value)
    {
        if (value.Length < 2)
        {
            return double.NaN;
        }

        double degrees = 0;
        double unit = 1;
        foreach (string part in value[..^1].Split(','))
        {
            degrees += Quotient(part) / unit;
            unit *= 60;
        }

        return value[^1] is 'S' or 'W' ? -degrees : degrees;
    }

    private static double Quotient(string value)
    {
        string[] parts = value.Split('/', 2);
        return parts.Length < 2 ? Number(parts[0]) : Number(parts[0]) / Number(parts[1]);
    }

    private static double Number(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double known) ? known : double.NaN;
}
