using System.Text.Json;
using Doppel.Cli.Arguments;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;

namespace Doppel.Cli.Profiles;

/// <summary>The profiles in the user's configuration file.</summary>
internal sealed class ProfileStore
{
    private const int NameLettersMax = 100;

    private readonly string _path;

    /// <summary>The store in a file, which need not exist.</summary>
    internal ProfileStore(string path) => _path = path;

    /// <summary>The store of this user.</summary>
    internal static ProfileStore OfUser(Func<string, string?> environment) => new(PathOf(environment));

    /// <summary>The options of a profile.</summary>
    /// <exception cref="UsageException">There is none of that name, or the file is damaged.</exception>
    internal IReadOnlyList<string> Flags(string name)
    {
        ProfileFile file = Read();
        return file.Profiles.TryGetValue(name, out IReadOnlyList<string>? flags) ? flags : throw Unknown(name, file);
    }

    /// <summary>All names, sorted.</summary>
    /// <exception cref="UsageException">The file is damaged.</exception>
    internal IReadOnlyCollection<string> Names() => Read().Profiles.Keys;

    /// <summary>Saves a profile, in place of one of that name.</summary>
    /// <exception cref="UsageException">
    /// The name or a option cannot be kept, or the file is damaged or cannot be written.
    /// </exception>
    internal void Save(string name, IReadOnlyList<string> flags)
    {
        if (name.Length is 0 or > NameLettersMax || name[0] == '-' || !name.All(IsNameLetter))
        {
            throw new UsageException(
                $"{Quote.Text(name)} is not a valid profile name",
                "a name consists of letters, digits, '-', '_' and '.'");
        }

        if (flags.FirstOrDefault(flag => !ByteText.IsPlain(flag)) is { } bad)
        {
            throw new UsageException($"{Quote.Text(bad)} is not UTF-8 and cannot be saved in a profile");
        }

        ProfileFile file = Read();
        file.Profiles[name] = flags;
        Write(file);
    }

    /// <summary>Deletes a profile.</summary>
    /// <exception cref="UsageException">
    /// There is none of that name, or the file is damaged or cannot be written.
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

        // The XDG specification says that a relative path is to be ignored.
        string? folder = environment("XDG_CONFIG_HOME");
        return folder is not null && folder.StartsWith('/')
            ? Path.Combine(folder, "doppel", "config.json")
            : Path.Combine(environment("HOME") ?? "/", ".config", "doppel", "config.json");
    }

    private static UsageException Unknown(string name, ProfileFile file) => new(
        $"no profile named {Quote.Text(name)}",
        NearestName.Find(name, file.Profiles.Keys) is { } near ? $"did you mean {near}?"
            : file.Profiles.Count == 0 ? "there are none yet: doppel profile save NAME -- OPTION..."
            : $"profiles: {string.Join(", ", file.Profiles.Keys)}");

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
            // System.Text.Json counts lines from 0 and ends its messages with its own way of telling them.
            string what = bad.Message.Split(" LineNumber:")[0].TrimEnd('.');
            throw new UsageException($"{Quote.Text(_path)} is damaged: line {(bad.LineNumber ?? 0) + 1}: {what}");
        }
    }

    private void Write(ProfileFile file)
    {
        string temporary = _path + ".tmp";
        byte[] bytes = file.Render();
        if (bytes.Length > SmallFile.BytesMax)
        {
            throw new UsageException(
                $"cannot write {Quote.Text(_path)}: it would be larger than 64 KiB", "delete a profile first");
        }

        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_path)!);
            File.WriteAllBytes(temporary, bytes);
            File.Move(temporary, _path, overwrite: true);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot write {Quote.Text(_path)}: {SystemText.Of(failure)}");
        }
    }
}
