using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Stores device measurements of the current user in a file in Doppel's state folder.</summary>
internal sealed class TuningStore
{
    private const string FileName = "/tuning.json";

    private readonly string? _path;

    /// <summary>
    /// Initializes a new instance that uses a file, which may not exist yet. If the path is null, there is no storage.
    /// </summary>
    internal TuningStore(string? path) => _path = path;

    /// <summary>Returns the store of the current user.</summary>
    internal static TuningStore OfUser(Func<string, string?> environment)
    {
        byte[]? folder = UserFolders.StateOf(environment);
        string? text = folder is null ? null : ByteText.FromBytes(folder) + FileName;
        return new TuningStore(text is not null && ByteText.IsPlain(text) ? text : null);
    }

    /// <summary>
    /// Returns all stored measurements. Returns none if the file is missing, damaged or unreadable, because they are
    /// only hints.
    /// </summary>
    /// <exception cref="UsageException">
    /// The path is not a regular file, or the file is larger than this program would write.
    /// </exception>
    internal IReadOnlyList<DeviceTuning> Read()
    {
        try
        {
            return _path is not null && Path.Exists(_path) ? DeviceTunings.Parse(SmallFile.Read(_path)) : [];
        }
        catch (UnusableFileException unusable)
        {
            throw new UsageException($"cannot read {Quote.Text(_path!)}: {unusable.Message}", SmallFile.Hint);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Stores the measurement of a device and replaces the previous one.</summary>
    /// <exception cref="UsageException">
    /// The file cannot be written, or no environment variable says where to write it.
    /// </exception>
    internal void Keep(DeviceTuning tuning) => Write(
        [.. Read().Where(one => one.Device != tuning.Device || one.Model != tuning.Model), tuning]);

    /// <summary>Deletes the measurements of devices.</summary>
    /// <returns>The deleted measurements.</returns>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    internal IReadOnlyList<DeviceTuning> Forget(IReadOnlyList<PhysicalDevice> devices)
    {
        IReadOnlyList<DeviceTuning> all = Read();
        DeviceTuning[] gone = [.. all.Where(one => devices.Any(one.IsOf))];
        if (gone.Length > 0)
        {
            Write([.. all.Except(gone)]);
        }

        return gone;
    }

    private void Write(IReadOnlyList<DeviceTuning> tunings)
    {
        if (_path is null)
        {
            throw new UsageException("no folder to save it in", "set HOME or XDG_STATE_HOME");
        }

        // Drop the oldest measurements first, so that the file stays small enough to be read back.
        byte[] bytes = DeviceTunings.Render(tunings);
        for (int dropped = 1; bytes.Length > SmallFile.BytesMax; dropped++)
        {
            bytes = DeviceTunings.Render([.. tunings.Skip(dropped)]);
        }

        PrivateFile.Write(_path, bytes);
    }
}
