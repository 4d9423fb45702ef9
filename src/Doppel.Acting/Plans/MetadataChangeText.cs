using System.Globalization;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Describes what a hard link would change about a file.</summary>
public static class MetadataChangeText
{
    private static readonly MetadataKinds[] s_kinds = Enum.GetValues<MetadataKinds>();

    /// <summary>
    /// Returns a description such as <c>mode 0600 -> 0644, attributes</c>, or an empty string if nothing changes.
    /// </summary>
    /// <param name="changes">The metadata in which the two files differ.</param>
    /// <param name="facts">The facts of the file.</param>
    /// <param name="keeper">The facts of the file that it would be linked to.</param>
    public static string Of(MetadataKinds changes, FileFacts facts, FileFacts keeper)
    {
        List<string> texts = [];
        foreach (MetadataKinds kind in s_kinds)
        {
            if ((changes & kind) != 0)
            {
                texts.Add(OfOne(kind, facts, keeper));
            }
        }

        return string.Join(", ", texts);
    }

    private static string OfOne(MetadataKinds kind, in FileFacts facts, in FileFacts keeper) => kind switch
    {
        MetadataKinds.Owner => Change("owner", facts.Owner, keeper.Owner),
        MetadataKinds.Group => Change("group", facts.Group, keeper.Group),
        MetadataKinds.Mode => Change("mode", Octal(facts.Mode), Octal(keeper.Mode)),
        MetadataKinds.Modified => Change("modified", Time(facts.Modified), Time(keeper.Modified)),
        MetadataKinds.Attributes => "attributes",
        _ => "flags",
    };

    private static string Change(string what, uint old, uint now) => Change(
        what, old.ToString(CultureInfo.InvariantCulture), now.ToString(CultureInfo.InvariantCulture));

    private static string Change(string what, string old, string now) => $"{what} {old} -> {now}";

    private static string Octal(uint mode) => Convert.ToString(mode, 8).PadLeft(4, '0');

    private static string Time(FileTime time) => new ReportTime(time.Seconds, time.Nanoseconds).ToString();
}
