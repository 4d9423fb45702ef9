using System.Globalization;
using System.Text;
using Doppel.Catalog;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>The commands that show, limit and clear the catalog of what was read.</summary>
internal static class CatalogCommands
{
    private static OptionDefinition<CommandSettings> Json { get; } = DeviceOptions.Json with
    {
        Summary = "Write JSON Lines, one object for each file system",
        Text = "Write JSON Lines, one object for each file system, then one for the whole catalog.",
    };

    /// <summary>Gets the commands, in the order of the help.</summary>
    internal static IReadOnlyList<CommandDefinition> All { get; } =
    [
        new CommandDefinition<CommandSettings>
        {
            Defaults = context => new CommandSettings(context),
            Words = ["catalog", "status"],
            Summary = "Show where the catalog is and what it holds",
            Text = """
                Shows the folder of the catalog, its size and limit, and for each file system where it is mounted, how
                many of its files are known, and the time when the oldest was read. --json also counts the facts. A file
                has up to five: the hash of its whole content, the hash of its first and last bytes, the outcome of its
                comparison with other files of the same size, and what its headers show about audio or image data with
                each --media-policy.

                The catalog can be deleted at any time with doppel catalog clear. The next search then reads everything
                again.
                """,
            Accepts = [CatalogFolderOptions.Catalog, Json],
            Examples = [new("doppel catalog status", "how large the catalog is")],
            Execute = Status,
        },
        VerifyCommand.Definition,
        new CommandDefinition<CommandSettings>
        {
            Defaults = context => new CommandSettings(context),
            Words = ["catalog", "limit"],
            Operands = "SIZE",
            OperandsMin = 1,
            OperandsMax = 1,
            Summary = "Set how large the catalog may grow",
            Text = """
                Sets how much space the catalog may take; the default is 512 MiB, enough for about ten million files.
                When it is full, the facts that were read longest ago are dropped. SIZE is written as for --min-size,
                and is at least 1M.
                """,
            Accepts = [CatalogFolderOptions.Catalog],
            Examples = [new("doppel catalog limit 2G", "for forty million files")],
            Execute = Limit,
        },
        new CommandDefinition<CommandSettings>
        {
            Defaults = context => new CommandSettings(context),
            Words = ["catalog", "clear"],
            Summary = "Delete what the catalog remembers of files that were read",
            Text = """
                Deletes all facts about files that were read. No file is touched. The next search reads everything
                again, and doppel catalog verify cannot tell what has changed since. Searches that are running go on.
                """,
            Accepts = [CatalogFolderOptions.Catalog],
            Execute = Clear,
        },
    ];

    /// <summary>Opens the catalog, which the command is about.</summary>
    /// <exception cref="UsageException">There is none.</exception>
    internal static ContentCatalog Open(CommandHost host, CatalogSettings settings) =>
        settings.Open(host) ?? throw NoCatalog();

    private static UsageException NoCatalog() =>
        new("there is no catalog", "choose its folder with --catalog DIR, or set HOME or XDG_CACHE_HOME");

    private static ExitCode Status(CommandCall<CommandSettings> call)
    {
        (CommandHost host, CommandSettings settings) = (call.Host, call.Settings);
        string path = settings.Request.Catalog.PathOf(host) ?? throw NoCatalog();
        using ContentCatalog catalog = Open(host, settings.Request.Catalog);
        IReadOnlyList<CatalogFileSystem> all = catalog.List();
        string text = settings.Json ? JsonOf(host, path, all) : TextOf(host, path, all);
        ExitCode written = PlainOutput.Write(host.Out, text);
        ExitCode told = ExitCodeOf(host, catalog);
        return told == ExitCode.Done ? written : told;
    }

    private static ExitCode Limit(CommandCall<CommandSettings> call)
    {
        string value = call.Operands[0];
        if (!SizeText.TryParse(value, out long bytes))
        {
            throw new UsageException($"'{value}' is not a size", SizeText.Hint);
        }

        if (bytes < CatalogSettings.LimitMin)
        {
            throw new UsageException($"'{value}' is too small for a catalog", "the least is 1M");
        }

        string path = call.Settings.Request.Catalog.PathOf(call.Host) ?? throw NoCatalog();
        CatalogSettings.SetLimit(path, bytes);
        using ContentCatalog catalog = Open(call.Host, call.Settings.Request.Catalog);
        catalog.Merge();
        return ExitCodeOf(call.Host, catalog);
    }

    private static ExitCode Clear(CommandCall<CommandSettings> call)
    {
        using ContentCatalog catalog = Open(call.Host, call.Settings.Request.Catalog);
        catalog.Forget();
        return ExitCodeOf(call.Host, catalog);
    }

    private static ExitCode ExitCodeOf(CommandHost host, ContentCatalog catalog)
    {
        Messages messages = host.MessagesFor(WhenToUse.Auto);
        messages.Warn(catalog.Problems);
        return catalog.Problems.Count > 0 ? ExitCode.Problems : ExitCode.Done;
    }

    private static string TextOf(CommandHost host, string path, IReadOnlyList<CatalogFileSystem> all)
    {
        var text = new StringBuilder();
        long bytes = all.Sum(static one => one.BytesOnDisk);
        text.Append(CultureInfo.InvariantCulture,
            $"{Quote.Text(path)}: {SizeText.Show(bytes)} of {SizeText.Show(CatalogSettings.LimitIn(path))}\n");
        if (all.Count == 0)
        {
            text.Append("  no files known yet: doppel find remembers what it reads\n");
        }

        foreach (CatalogFileSystem one in all)
        {
            string oldest = one.OldestReadAt is { } at
                ? ", oldest " + TimeText.ShowLocal(FileTime.From(at), host.Clock)
                : "";
            text.Append(CultureInfo.InvariantCulture,
                $"  {PlaceOf(host, one)}: {Count.Of(one.FileCount, "file")} known, ")
                .Append(CultureInfo.InvariantCulture, $"{SizeText.Show(one.BytesOnDisk)}{oldest}\n");
        }

        return text.ToString();
    }

    // The mount point that is shortest is mostly the one that people know.
    private static string PlaceOf(CommandHost host, CatalogFileSystem one)
    {
        byte[][] mounts =
        [
            .. host.Volume.MountPointsOf(one.Identity).OrderBy(static path => path.Length),
        ];
        return mounts.Length switch
        {
            0 => $"{NameOf(one.Identity)}, not mounted",
            1 => Quote.Name(mounts[0])[1..^1],
            _ => $"{Quote.Name(mounts[0])[1..^1]} and {Count.Of(mounts.Length - 1, "other mount point")}",
        };
    }

    private static string JsonOf(CommandHost host, string path, IReadOnlyList<CatalogFileSystem> all) =>
        string.Concat(all.Select(one => JsonOf(host, one))) + JsonLine.Of(json =>
        {
            json.WriteString("type", "catalog");
            json.WriteString("folder", path);
            json.WriteNumber("bytes", all.Sum(static one => one.BytesOnDisk));
            json.WriteNumber("bytes_max", CatalogSettings.LimitIn(path));
        });

    private static string JsonOf(CommandHost host, CatalogFileSystem one) => JsonLine.Of(json =>
    {
        json.WriteString("type", "file_system");
        json.WriteString("id", NameOf(one.Identity));
        json.WriteStartArray("mount_points");
        foreach (byte[] mount in host.Volume.MountPointsOf(one.Identity))
        {
            json.WriteStringValue(Quote.Name(mount)[1..^1]);
        }

        json.WriteEndArray();
        json.WriteNumber("files", one.FileCount);
        json.WriteNumber("whole", one.WholeCount);
        json.WriteNumber("ends", one.EndsCount);
        json.WriteNumber("compared", one.ComparisonCount);
        json.WriteNumber("media", one.MediaCount);
        json.WriteNumber("bytes", one.BytesOnDisk);
        if (one.OldestReadAt is { } oldest && one.NewestReadAt is { } newest)
        {
            json.WriteString("oldest", oldest);
            json.WriteString("newest", newest);
        }
    });

    // As blkid shows it, with the number of a subvolume.
    private static string NameOf(FileSystemIdentity identity)
    {
        Span<byte> bytes = stackalloc byte[16];
        System.Buffers.Binary.BinaryPrimitives.WriteUInt128BigEndian(bytes, identity.Id);
        string id = new Guid(bytes, bigEndian: true).ToString();
        return identity.Subvolume == 0 ? id : string.Create(
            CultureInfo.InvariantCulture, $"{id}, subvolume {identity.Subvolume}");
    }
}
