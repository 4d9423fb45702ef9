using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Parses values that the user typed, which may be about now, files and the working directory.</summary>
internal sealed class ValueParser(TimeProvider clock, IVolume volume, RootPaths paths)
{
    /// <summary>Gets the volume that contains the paths in options.</summary>
    internal IVolume Volume => volume;

    // No path has a NUL: without a working directory, a pattern is never read as a path from there.
    private GlobPlace Place => new(paths.CanResolve("."u8) ? paths.WorkingDirectory : "/\0"u8.ToArray())
    {
        RealPath = path => volume is IChangeableVolume changeable && !path.Contains((byte)0)
            ? RealPath.OfMissing(changeable, path)
            : path,
    };

    /// <summary>Parses a time: a date, a duration before now, or a file, whose mtime is used.</summary>
    internal FileTime ParseTime(string value)
    {
        if (TimeText.TryParse(value, clock, out FileTime time))
        {
            return time;
        }

        byte[] path = paths.ToAbsolute(ByteText.ToBytes(value));
        VolumeError error = volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.Times, out FileFacts facts);
        return error.Failed
            ? throw new UsageException($"'{value}' is not a valid time", TimeText.Hint)
            : facts.Modified;
    }

    /// <summary>Parses the path of a folder whose files are always kept.</summary>
    internal ProtectedFolder ParseFolder(string value)
    {
        byte[] typed = ByteText.ToBytes(value);
        VolumeError error = ProtectedFolder.Look(volume, paths.ToAbsolute(typed), out ProtectedFolder? folder);
        return error.Failed
            ? throw new UsageException($"cannot open {Quote.Name(typed)}: {volume.Describe(error)}")
            : folder!;
    }

    /// <summary>Parses a pattern for files.</summary>
    /// <exception cref="UsageException">It is invalid, or matches only folders.</exception>
    internal Glob ParseFileGlob(string value) => ForFiles(value, ParseGlob(value));

    /// <summary>Rejects a pattern that matches only folders.</summary>
    /// <exception cref="UsageException">It does.</exception>
    internal static Glob ForFiles(string value, Glob glob) => glob.FoldersOnly
        ? throw new UsageException(
            $"{Quote.Text(value)} ends with '/' and so matches no file",
            $"for everything below that folder: {Quote.Text(value.TrimEnd('/') + "/**")}")
        : glob;

    /// <summary>Parses a pattern for names or paths.</summary>
    /// <exception cref="UsageException">It is not one.</exception>
    internal Glob ParseGlob(string value)
    {
        try
        {
            return Glob.Parse(ByteText.ToBytes(value), Place);
        }
        catch (FormatException bad)
        {
            throw GlobText.Invalid(value, bad);
        }
    }

    /// <summary>
    /// Parses a pattern for names or paths, or the path of a file or folder. A folder matches everything in it.
    /// </summary>
    internal KeepPattern ParsePattern(PatternEffect effect, string value)
    {
        IReadOnlyList<ReportName> places = S3Location.Is(value)
            ? [new ReportName(ByteText.ToBytes(value.TrimEnd('/')))]
            : PlacesOf(ByteText.ToBytes(value));
        try
        {
            var glob = Glob.Parse(ByteText.ToBytes(value), Place);
            return glob.FoldersOnly && places.Count == 0
                ? throw new UsageException(
                    $"there is no folder {Quote.Text(value)}, and the name of a file cannot end with '/'",
                    $"{Quote.Text(value.TrimEnd('/') + "/**")} matches everything below it")
                : new KeepPattern(effect, value, (below, absolute) => glob.Matches(below, absolute, isFolder: false))
                {
                    Places = places,
                };
        }
        catch (FormatException bad)
        {
            // A path completed by the shell may not be a valid pattern, such as "." or a name with a single bracket.
            return places.Count == 0
                ? throw GlobText.Invalid(value, bad)
                : new KeepPattern(effect, value, static (_, _) => false) { Places = places };
        }
    }

    // Returns the path as typed and also its real path without symbolic links and "..", which names in groups never
    // contain.
    private IReadOnlyList<ReportName> PlacesOf(ReadOnlySpan<byte> typed)
    {
        if (typed.IsEmpty || typed.Contains((byte)0) || !paths.CanResolve(typed))
        {
            return [];
        }

        byte[] path = paths.ToAbsolute(typed);
        if (volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out FileFacts facts).Failed)
        {
            return [];
        }

        byte[] real = RealPath.Of(volume, path, facts.Kind == EntryKind.Folder);
        return [.. new[] { new ReportName(path), new ReportName(real) }.Distinct()];
    }

    /// <summary>
    /// Parses <c>PATH=KIND</c> or <c>PATH=N</c>. The path may contain '=', so the last one is the separator.
    /// </summary>
    internal DeviceRule ParseDevice(string value)
    {
        int equals = value.LastIndexOf('=');
        if (equals <= 0)
        {
            throw new UsageException($"{Quote.Text(value)} is not PATH=KIND", DeviceText.Hint);
        }

        (DeviceKind kind, int width) = DeviceText.ParseRule(value[(equals + 1)..]);
        byte[] typed = ByteText.ToBytes(value[..equals]);
        byte[] path = paths.ToAbsolute(typed);
        VolumeError error = volume.Stat(FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out FileFacts _);
        return error.Failed
            ? throw new UsageException($"cannot open {Quote.Name(typed)}: {volume.Describe(error)}")
            : new DeviceRule(path, kind, width);
    }
}
