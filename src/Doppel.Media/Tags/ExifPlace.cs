using System.Globalization;

namespace Doppel.Media;

/// <summary>Collects the location from the entries of the Exif GPS directory.</summary>
internal sealed class ExifPlace
{
    private double _latitude = double.NaN;
    private double _longitude = double.NaN;
    private double _height = double.NaN;
    private bool _isSouth;
    private bool _isWest;
    private bool _isBelowSea;

    /// <summary>Reads one entry.</summary>
    internal void Read(ExifEntry entry, TagBuilder tags)
    {
        switch (entry.Tag)
        {
            case 1:
                _isSouth = entry.Text() is ['S' or 's', ..];
                break;
            case 2:
                _latitude = Degrees(entry);
                break;
            case 3:
                _isWest = entry.Text() is ['W' or 'w', ..];
                break;
            case 4:
                _longitude = Degrees(entry);
                break;
            case 5:
                _isBelowSea = entry.Number(0) == 1;
                break;
            case 6:
                _height = entry.Fraction(0);
                break;
            case 7:
                tags.Add("exif:GPSTimeStamp", Clock(entry));
                break;
            case 0:
                break;
            default:
                tags.Add(ExifNames.OfPlace(entry.Tag), entry.Text());
                break;
        }
    }

    /// <summary>Adds the location to the tags. Call it after the last entry.</summary>
    internal void End(TagBuilder tags) =>
        tags.Add(TagNames.Place, Text(_isSouth ? -_latitude : _latitude, _isWest ? -_longitude : _longitude,
            _isBelowSea ? -_height : _height));

    /// <summary>
    /// Formats a location the same way for all formats: degrees north and east, and metres above sea level if known.
    /// </summary>
    /// <returns>The location, or an empty string if there is none.</returns>
    internal static string Text(double latitude, double longitude, double height)
    {
        const int Digits = 6; // a tenth of a metre
        string place = double.IsFinite(latitude) && double.IsFinite(longitude)
            ? $"{TagText.Number(Math.Round(latitude, Digits))}, {TagText.Number(Math.Round(longitude, Digits))}"
            : "";
        string above = double.IsFinite(height) ? $"{TagText.Number(Math.Round(height, 2))} m" : "";
        return place.Length > 0 && above.Length > 0 ? $"{place}, {above}" : place + above;
    }

    /// <summary>Reads a location that <see cref="Text"/> has formatted.</summary>
    /// <param name="place">The location.</param>
    /// <param name="latitude">Degrees north.</param>
    /// <param name="longitude">Degrees east.</param>
    /// <param name="height">Metres above sea level, or NaN if unknown.</param>
    internal static bool TryRead(string place, out double latitude, out double longitude, out double height)
    {
        string[] parts = place.Split(", ");
        (longitude, height) = (double.NaN, double.NaN);
        return double.TryParse(parts[0], CultureInfo.InvariantCulture, out latitude) && parts.Length is 2 or 3
            && double.TryParse(parts[1], CultureInfo.InvariantCulture, out longitude)
            && (parts.Length == 2 || (parts[2].EndsWith(" m", StringComparison.Ordinal)
                && double.TryParse(parts[2][..^2], CultureInfo.InvariantCulture, out height)));
    }

    /// <summary>Returns whether a location is known from another one: programs round them differently.</summary>
    /// <param name="known">The location that is known.</param>
    /// <param name="place">The other one.</param>
    internal static bool IsNear(string known, string place)
    {
        const double DegreesMax = 0.00005; // five metres
        return known == place
            || (TryRead(known, out double latitude, out double longitude, out double height)
                && TryRead(place, out double north, out double east, out double above)
                && Math.Abs(latitude - north) < DegreesMax && Math.Abs(longitude - east) < DegreesMax
                && (double.IsNaN(above) || Math.Abs(height - above) < 1));
    }

    private static double Degrees(ExifEntry entry)
    {
        double minutes = entry.Count > 1 ? entry.Fraction(1) : 0;
        double seconds = entry.Count > 2 ? entry.Fraction(2) : 0;
        return entry.Fraction(0) + (minutes / 60) + ((double.IsFinite(seconds) ? seconds : 0) / 3600);
    }

    private static string Clock(ExifEntry entry) => entry.Count < 3
        ? ""
        : $"{entry.Number(0):00}:{entry.Number(1):00}:{TagText.Number(entry.Fraction(2)).PadLeft(2, '0')}";
}
