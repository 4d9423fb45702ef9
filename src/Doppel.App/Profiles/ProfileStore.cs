using System.Text.Json;

namespace Doppel.App;

/// <summary>Stores profiles in the user's configuration file.</summary>
internal sealed class ProfileStore
{
    private const int NameLettersMax = 100;

    private readonly string _path;

    /// <summary>Initializes a new instance that uses a file, which may not exist yet.</summary>
    internal ProfileStore(string path) => _path = path;

    /// <summary>Returns the store of the current user.</summary>
    internal static ProfileStore OfUser(Func<string, string?> environment) => new(PathOf(environment));

    /// <summary>Returns the options of a profile.</summary>
    /// <exception cref="UsageException">No profile has this name, or the file is invalid.</exception>
    internal IReadOnlyList<string> Options(string name)
    {
        ProfileFile file = Read();
        return file.Profiles.TryGetValue(name, out IReadOnlyList<string>? options)
            ? options
            : throw Unknown(name, file);
    }

    /// <summary>Returns the names of all profiles, sorted.</summary>
    /// <exception cref="UsageException">The file is invalid.</exception>
    internal IReadOnlyCollection<string> Names() => Read().Profiles.Keys;

    /// <summary>Saves a profile and replaces an existing one with the same name.</summary>
    /// <exception cref="UsageException">
    /// The name or an option cannot be saved, or the file is invalid or cannot be written.
    /// </exception>
    internal void Save(string name, IReadOnlyList<string> options)
    {
        if (name.Length is 0 or > NameLettersMax || name[0] == '-' || !name.All(IsNameLetter))
        {
            throw new UsageException(
                $"{Quote.Text(name)} is not a valid profile name",
                "a name consists of letters, digits, '-', '_' and '.'");
        }

        if (options.FirstOrDefault(option => !ByteText.IsPlain(option)) is { } bad)
        {
            throw new UsageException($"{Quote.Text(bad)} is not UTF-8 and cannot be saved in a profile");
        }

        ProfileFile file = Read();
        file.Profiles[name] = options;
        Write(file);
    }

    /// <summary>Deletes a profile.</summary>
    /// <exception cref="UsageException">
    /// No profile has this name, or the file is invalid or cannot be written.
    /// </exception>
    internal void Delete(string name)
    {
        ProfileFile file = Read();
        if (!file.Profiles.Remove(name))
        {
            throw Unknown(name, file);
        }

        Write(file);
    }

    private static bool IsNameLetter(char letter) => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_' or '.';

    private static string PathOf(Func<string, string?> environment)
    {
        if (OperatingSystem.IsWindows())
        {
            return Path.Combine(environment("APPDATA") ?? "", "doppel", "config.json");
        }

        // The XDG specification requires that relative paths be ignored.
        string? folder = environment("XDG_CONFIG_HOME");
        return folder is not null && folder.StartsWith('/')
            ? Path.Combine(folder, "doppel", "config.json")
            : Path.Combine(environment("HOME") ?? "/", ".config", "doppel", "config.json");
    }

    private static UsageException Unknown(string name, ProfileFile file)
    {
        string known = file.Profiles.Count == 0
            ? "there are none yet: doppel profile save NAME -- OPTION..."
            : $"profiles: {string.Join(", ", file.Profiles.Keys)}";
        string? near = NearestName.Find(name, file.Profiles.Keys);
        return new($"no profile named {Quote.Text(name)}", near is not null ? $"did you mean {near}?" : known);
    }

    private ProfileFile Read()
    {
        try
        {
            return ProfileFile.Parse(SmallFile.Read(_path));
        }
        catch (Exception missing) when (missing is FileNotFoundException or DirectoryNotFoundException)
        {
            return new ProfileFile();
        }
        catch (UnusableFileException unusable)
        {
            throw new UsageException($"cannot read {Quote.Text(_path)}: {unusable.Message}", SmallFile.Hint);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot read {Quote.Text(_path)}: {SystemText.Of(failure)}");
        }
        catch (JsonException bad)
        {
            // System.Text.Json counts lines from 0 and appends the position to its messages in its own format.
            string what = bad.Message.Split(" LineNumber:")[0].TrimEnd('.');
            throw new UsageException($"{Quote.Text(_path)} is damaged: line {(bad.LineNumber ?? 0) + 1}: {what}");
        }
    }

    private void Write(ProfileFile file)
    {
        byte[] bytes = file.Render();
        if (bytes.Length > SmallFile.BytesMax)
        {
            throw new UsageException(
                $"cannot write {Quote.Text(_path)}: it would be larger than 64 KiB", "delete a profile first");
        }

        PrivateFile.Write(_path, bytes);
    }
}
