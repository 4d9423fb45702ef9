using Doppel.Catalog;

namespace Doppel.App;

/// <summary>Opens the saved volumes that are named as roots, each once.</summary>
/// <param name="folder">The folder of the catalog; null if there is none.</param>
internal sealed class SavedRoots(string? folder) : IDisposable
{
    private readonly Dictionary<string, SavedVolume> _open = new(StringComparer.Ordinal);
    private readonly HashSet<string> _fromFiles = new(StringComparer.Ordinal);

    /// <summary>Gets the saved volumes that are references, as typed.</summary>
    internal IReadOnlyList<string> References { get; init; } = [];

    /// <summary>Gets what lists buckets; null where there are none.</summary>
    internal BucketRoots? Buckets { get; init; }

    /// <summary>Gets the function that refuses a root before the slow work of opening it; null to allow all.</summary>
    internal Action<string>? Check { get; init; }

    /// <summary>Gets the volumes that were opened.</summary>
    internal IReadOnlyCollection<SavedVolume> All => _open.Values;

    /// <summary>
    /// Returns whether a root names a saved volume, <c>catalog:NAME</c>, <c>catalog:NAME/path</c>, <c>catalog:-</c> or
    /// <c>catalog:NAME=FILE</c>, or a bucket, such as <c>s3://BUCKET</c> or <c>s3://PROFILE@BUCKET/PREFIX</c>.
    /// </summary>
    internal static bool IsNamedBy(string root) =>
        root.StartsWith(SavedVolume.Prefix, StringComparison.Ordinal) || S3Location.Is(root);

    /// <summary>Returns the error for a saved volume or a bucket where only folders on disks are of use.</summary>
    /// <param name="root">The root.</param>
    /// <param name="accepts">
    /// What the command searches. One that searches buckets but no saved volumes acts on files, or plans to.
    /// </param>
    internal static UsageException Refused(string root, RootKinds accepts)
    {
        string local = $"a local folder of this name is {Quote.Text("./" + root)}";
        if (S3Location.Is(root))
        {
            return new($"{Quote.Text(root)} is in a bucket, which this command cannot search", local);
        }

        return accepts == RootKinds.None
            ? new(
                $"{Quote.Text(root)} is a saved volume, which this command cannot search",
                $"connect the disk and name its folder; {local}")
            : new(
                $"{Quote.Text(root)} is a saved volume, whose files cannot be read, so it proves nothing",
                $"connect the disk and name its folder as --reference; until then, doppel find --reference "
                    + $"{Quote.Sentence(root)} shows what it has; {local}");
    }

    /// <summary>Opens the saved volume that a root names.</summary>
    /// <param name="root">The root.</param>
    /// <param name="path">The path in the volume, or empty for all of it.</param>
    /// <exception cref="UsageException">There is no such volume, or it cannot be read.</exception>
    internal SavedVolume Open(string root, out string path)
    {
        Check?.Invoke(root);
        if (S3Location.Is(root))
        {
            var location = S3Location.Parse(root);
            path = location.Key.Length == 0 ? "" : "/" + location.Key;
            return OpenBucket(root, location.Root);
        }

        string rest = root[SavedVolume.Prefix.Length..];
        if (SavedInput.Parse(rest) is { } file)
        {
            path = "";
            return OpenFile(file);
        }

        int slash = rest.IndexOf('/', StringComparison.Ordinal);
        string name = slash < 0 ? rest : rest[..slash];
        path = slash < 0 ? "" : rest[slash..];
        CheckUnique(name, isTaken: _fromFiles.Contains(name));
        if (!_open.TryGetValue(name, out SavedVolume? volume))
        {
            volume = Guard(name, Volumes(), volumes => volumes.Open(name));
            _open.Add(name, volume);
        }

        return volume;
    }

    /// <summary>Returns the saved volumes.</summary>
    /// <exception cref="UsageException">No folder is known for them.</exception>
    internal SavedVolumes Volumes() => folder is null
        ? throw new UsageException("there is no folder for saved volumes", "name it with --catalog DIR")
        : new SavedVolumes(folder);

    /// <summary>Does something with a saved volume, and explains what goes wrong.</summary>
    /// <param name="name">The name.</param>
    /// <param name="volumes">The saved volumes.</param>
    /// <param name="use">What to do.</param>
    /// <exception cref="UsageException">There is no such volume, or it cannot be read.</exception>
    internal static T Guard<T>(string name, SavedVolumes volumes, Func<SavedVolumes, T> use)
    {
        CheckName(name);
        try
        {
            return use(volumes);
        }
        catch (FileNotFoundException)
        {
            throw Unknown(name, volumes);
        }
        catch (SavedFormatException damaged)
        {
            throw new UsageException(
                $"cannot use the saved volume {name}: {damaged.Message}",
                $"save it again with doppel catalog add --replace {name} ROOT..., or import it again");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot use the saved volume {name}: {SystemText.Of(failure)}");
        }
    }

    /// <summary>Rejects what cannot be the name of a saved volume.</summary>
    /// <exception cref="UsageException">The name is invalid.</exception>
    internal static void CheckName(string name)
    {
        if (!SavedVolumes.IsName(name))
        {
            throw new UsageException(
                $"{Quote.Text(name)} is not a valid name of a saved volume",
                "a name consists of letters, digits, '-', '_' and '.'");
        }
    }

    public void Dispose()
    {
        foreach (SavedVolume volume in _open.Values)
        {
            volume.Dispose();
        }
    }

    private static void CheckUnique(string name, bool isTaken)
    {
        if (isTaken)
        {
            throw new UsageException(
                $"there are two saved volumes named {Quote.Text(name)}",
                $"choose another name: {SavedVolume.Prefix}NAME=FILE");
        }
    }

    private SavedVolume OpenFile(SavedInput file)
    {
        CheckUnique(file.Name, isTaken: _open.ContainsKey(file.Name));
        SavedVolume volume = file.Open();
        _open.Add(file.Name, volume);
        _fromFiles.Add(file.Name);
        return volume;
    }

    private SavedVolume OpenBucket(string root, S3Location bucket)
    {
        string name = bucket.ToString();
        if (!_open.TryGetValue(name, out SavedVolume? volume))
        {
            volume = (Buckets ?? throw Refused(root, RootKinds.None)).Open(bucket);
            _open.Add(name, volume);
        }

        return volume;
    }

    private static UsageException Unknown(string name, SavedVolumes volumes)
    {
        IReadOnlyList<string> names = volumes.Names();
        string known = names.Count == 0
            ? "there are none yet: doppel catalog add NAME ROOT..."
            : $"saved volumes: {string.Join(", ", names)}";
        string? near = NearestName.Find(name, names);
        return new($"no saved volume named {Quote.Text(name)}", near is not null ? $"did you mean {near}?" : known);
    }
}
