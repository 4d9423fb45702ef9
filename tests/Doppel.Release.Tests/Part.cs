using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;

namespace Doppel.Release.Tests;

/// <summary>Runs a part of eng/release alone, on a folder of artifacts that a test filled.</summary>
internal sealed class Part(string folder)
{
    public const string Version = "1.2.3";
    public const string Homepage = "https://example.org";
    public const string Downloads = "https://example.org/download/v1.2.3";

    /// <summary>Gets 2026-01-02 03:04:05 UTC, in place of the time of a commit.</summary>
    public const long Epoch = 1767323045;

    private readonly Dictionary<string, string?> _environment = new()
    {
        ["VERSION"] = Version,
        ["SOURCE_DATE_EPOCH"] = Epoch.ToString(CultureInfo.InvariantCulture),
        ["OUT"] = Path.Combine(folder, "out"),
        ["STAGE"] = Path.Combine(folder, "stage"),
        ["TZ"] = "UTC",
        ["LC_ALL"] = "C.UTF-8",
        ["DOPPEL_HOMEPAGE"] = Homepage,
        ["DOPPEL_DOWNLOADS"] = Downloads,
        ["DOPPEL_COMPLETE"] = null,
        ["DOPPEL_SIGNING_KEY"] = null,
        ["DOPPEL_SIGNING_PASSWORD"] = null,
    };

    /// <summary>Gets the folder of artifacts.</summary>
    public string Out => _environment["OUT"]!;

    /// <summary>Gets or sets the folder that has eng/packaging; default: this source tree.</summary>
    public string Root { get; init; } = SourceTree.Root;

    /// <summary>Writes an artifact and returns its digest.</summary>
    public string Add(string name)
    {
        Directory.CreateDirectory(Out);
        Directory.CreateDirectory(_environment["STAGE"]!);
        byte[] content = [.. name.Select(letter => (byte)letter)];
        File.WriteAllBytes(Path.Combine(Out, name), content);
        return Convert.ToHexStringLower(SHA256.HashData(content));
    }

    /// <summary>Returns what a part wrote.</summary>
    public string Read(string name) => File.ReadAllText(Path.Combine(Out, name));

    /// <summary>Runs a part, with some variables set or, by null, taken away.</summary>
    public ProcessEnd Run(string part, params (string Name, string? Value)[] variables)
    {
        foreach ((string name, string? value) in variables)
        {
            _environment[name] = value;
        }

        return Tool.Run(new ProcessStart(Path.Combine(Root, "eng/packaging", part), [])
        {
            Folder = Root,
            Environment = _environment,
        });
    }

    /// <summary>Reads YAML with Python's parser, for which it is JSON then.</summary>
    public static JsonElement ReadYaml(string path)
    {
        const string Convert = "import json, sys, yaml; "
            + "json.dump(yaml.load(open(sys.argv[1]), Loader=yaml.BaseLoader), sys.stdout)";
        return JsonDocument.Parse(Tool.Run("python3", "-c", Convert, path).MustSucceed().Output).RootElement;
    }
}
