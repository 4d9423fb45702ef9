using System.Text.Json;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Contains the options that determine what a run does, as stored in the head of its journal.</summary>
public sealed record JournalOptions
{
    /// <summary>Gets the value of <see cref="ActOptions.AcrossOwners"/>.</summary>
    public bool AcrossOwners { get; init; }

    /// <summary>Gets the value of <see cref="ActOptions.IgnoreMode"/>.</summary>
    public bool IgnoreMode { get; init; }

    /// <summary>Gets the value of <see cref="ActOptions.AbsoluteLinks"/>.</summary>
    public bool AbsoluteLinks { get; init; }

    /// <summary>Gets the value of <see cref="ActOptions.RetargetLinks"/>.</summary>
    public bool RetargetLinks { get; init; }

    /// <summary>Gets the value of <see cref="ActOptions.EmptyFolders"/>.</summary>
    public bool EmptyFolders { get; init; }

    /// <summary>Gets the value of <see cref="ActOptions.AssumeDistinct"/>.</summary>
    public bool AssumeDistinct { get; init; }

    /// <summary>Gets the value of <see cref="ActOptions.MoveTo"/>, or empty if nothing is moved.</summary>
    public ReportName MoveTo { get; init; }

    /// <summary>Gets the value of <see cref="ActOptions.HomeTrash"/>, or empty if there is none.</summary>
    public ReportName HomeTrash { get; init; }

    /// <summary>Gets the value of <see cref="ActOptions.DownloadBytesMax"/>.</summary>
    public long DownloadBytesMax { get; init; }

    /// <summary>Gets the value of <see cref="ActOptions.Trust"/>.</summary>
    public DigestAlgorithm Trust { get; init; } = DigestAlgorithm.Metro128;

    /// <summary>Returns the subset of a run's options that the journal stores.</summary>
    internal static JournalOptions Of(ActOptions options) => new()
    {
        AcrossOwners = options.AcrossOwners,
        IgnoreMode = options.IgnoreMode,
        AbsoluteLinks = options.AbsoluteLinks,
        RetargetLinks = options.RetargetLinks,
        EmptyFolders = options.EmptyFolders,
        AssumeDistinct = options.AssumeDistinct,
        MoveTo = new ReportName(options.MoveTo),
        HomeTrash = new ReportName(options.HomeTrash),
        DownloadBytesMax = options.DownloadBytesMax,
        Trust = options.Trust,
    };

    /// <summary>Returns the options for continuing a run.</summary>
    internal ActOptions ToActOptions(ActionKind action, string version, TimeProvider time) => new()
    {
        Action = action,
        Version = version,
        AcrossOwners = AcrossOwners,
        IgnoreMode = IgnoreMode,
        AbsoluteLinks = AbsoluteLinks,
        RetargetLinks = RetargetLinks,
        EmptyFolders = EmptyFolders,
        AssumeDistinct = AssumeDistinct,
        MoveTo = MoveTo.Bytes.ToArray(),
        HomeTrash = HomeTrash.Bytes.ToArray(),
        DownloadBytesMax = DownloadBytesMax,
        Trust = Trust,
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
        lines.Add(EmptyFolders ? ",\"empty_folders\":true"u8 : default);
        lines.Add(AssumeDistinct ? ",\"assume_distinct\":true"u8 : default);
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

        if (DownloadBytesMax > 0)
        {
            lines.Add(",\"max_download\":"u8);
            lines.Add(DownloadBytesMax);
        }

        if (Trust != DigestAlgorithm.Metro128)
        {
            lines.Add(",\"trust\":"u8);
            lines.AddText(ContentHash.NameOf(Trust));
        }

        lines.Add("}"u8);
    }

    /// <summary>Reads the options from the head. Returns null if it has none.</summary>
    internal static JournalOptions? Read(JsonElement head)
    {
        return !head.TryGetProperty("options", out JsonElement options) ? null : new JournalOptions
        {
            AcrossOwners = IsSet("across_owners"),
            IgnoreMode = IsSet("ignore_mode"),
            AbsoluteLinks = IsSet("absolute"),
            RetargetLinks = IsSet("retarget_links"),
            EmptyFolders = IsSet("empty_folders"),
            AssumeDistinct = IsSet("assume_distinct"),
            MoveTo = Path("move_to"),
            HomeTrash = Path("home_trash"),
            DownloadBytesMax = options.TryGetProperty("max_download", out JsonElement bytes) ? bytes.GetInt64() : 0,
            Trust = options.TryGetProperty("trust", out JsonElement trust)
                ? Find(trust.GetString())
                : DigestAlgorithm.Metro128,
        };

        static DigestAlgorithm Find(string? name) => Enum.GetValues<DigestAlgorithm>()
            .FirstOrDefault(algorithm => ContentHash.NameOf(algorithm) == name, DigestAlgorithm.Sha256);

        bool IsSet(string name) => options.TryGetProperty(name, out JsonElement value) && value.GetBoolean();

        ReportName Path(string name) =>
            options.TryGetProperty(name, out JsonElement value) ? JournalReader.NameOf(value) : default;
    }
}
