using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>The options of a run that decide what it does, as the head of its journal holds them.</summary>
public sealed record JournalOptions
{
    /// <summary>As of <see cref="ActOptions.AcrossOwners"/>.</summary>
    public bool AcrossOwners { get; init; }

    /// <summary>As of <see cref="ActOptions.IgnoreMode"/>.</summary>
    public bool IgnoreMode { get; init; }

    /// <summary>As of <see cref="ActOptions.AbsoluteLinks"/>.</summary>
    public bool AbsoluteLinks { get; init; }

    /// <summary>As of <see cref="ActOptions.RetargetLinks"/>.</summary>
    public bool RetargetLinks { get; init; }

    /// <summary>As of <see cref="ActOptions.MoveTo"/>; empty where nothing is moved.</summary>
    public ReportName MoveTo { get; init; }

    /// <summary>As of <see cref="ActOptions.HomeTrash"/>; empty where there is none.</summary>
    public ReportName HomeTrash { get; init; }

    /// <summary>Returns what a journal keeps of the options of a run.</summary>
    internal static JournalOptions Of(ActOptions options) => new()
    {
        AcrossOwners = options.AcrossOwners,
        IgnoreMode = options.IgnoreMode,
        AbsoluteLinks = options.AbsoluteLinks,
        RetargetLinks = options.RetargetLinks,
        MoveTo = new ReportName(options.MoveTo),
        HomeTrash = new ReportName(options.HomeTrash),
    };

    /// <summary>Returns the options of a run that goes on.</summary>
    internal ActOptions ToActOptions(ActionKind action, string version, TimeProvider time) => new()
    {
        Action = action,
        Version = version,
        AcrossOwners = AcrossOwners,
        IgnoreMode = IgnoreMode,
        AbsoluteLinks = AbsoluteLinks,
        RetargetLinks = RetargetLinks,
        MoveTo = MoveTo.Bytes.ToArray(),
        HomeTrash = HomeTrash.Bytes.ToArray(),
        Time = time,
    };

    /// <summary>Writes the options as a field of the head.</summary>
    internal void WriteTo(LineBuffer lines)
    {
        lines.Add(",\"options\":{\"across_owners\":"u8);
        lines.Add(AcrossOwners ? "true"u8 : "false"u8);
        lines.Add(",\"ignore_mode\":"u8);
        lines.Add(IgnoreMode ? "true"u8 : "false"u8);
        lines.Add(",\"absolute\":"u8);
        lines.Add(AbsoluteLinks ? "true"u8 : "false"u8);
        lines.Add(",\"retarget_links\":"u8);
        lines.Add(RetargetLinks ? "true"u8 : "false"u8);
        if (!MoveTo.IsEmpty)
        {
            lines.Add(",\"move_to\":"u8);
            lines.AddName(MoveTo.Bytes);
        }

        if (!HomeTrash.IsEmpty)
        {
            lines.Add(",\"home_trash\":"u8);
            lines.AddName(HomeTrash.Bytes);
        }

        lines.Add("}"u8);
    }

    /// <summary>Reads the options from the head; null if it has none.</summary>
    internal static JournalOptions? Read(JsonElement head)
    {
        return !head.TryGetProperty("options", out JsonElement options) ? null : new JournalOptions
        {
            AcrossOwners = IsSet("across_owners"),
            IgnoreMode = IsSet("ignore_mode"),
            AbsoluteLinks = IsSet("absolute"),
            RetargetLinks = IsSet("retarget_links"),
            MoveTo = Path("move_to"),
            HomeTrash = Path("home_trash"),
        };

        bool IsSet(string name) => options.TryGetProperty(name, out JsonElement value) && value.GetBoolean();

        ReportName Path(string name) =>
            options.TryGetProperty(name, out JsonElement value) ? OldLines.NameOf(value) : default;
    }
}
