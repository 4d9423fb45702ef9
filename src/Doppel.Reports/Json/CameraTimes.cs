using System.Globalization;

namespace Doppel.Reports;

/// <summary>Times without a time zone, as a camera's clock shows them.</summary>
internal static class CameraTimes
{
    private const string Form = "yyyy-MM-dd'T'HH:mm:ss.FFFFFFF";

    public static string Show(DateTime time) => time.ToString(Form, CultureInfo.InvariantCulture);

    public static bool TryParse(string text, out DateTime time) =>
        DateTime.TryParseExact(text, Form, CultureInfo.InvariantCulture, DateTimeStyles.None, out time);
}
