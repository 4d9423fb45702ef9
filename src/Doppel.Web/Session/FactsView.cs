using System.Globalization;
using Doppel.Acting;
using Doppel.Media;
using Doppel.Volumes;

namespace Doppel.Web;

/// <summary>A few facts that the tags of a file say about it, in the order in which they are shown.</summary>
internal sealed record FactsView(IReadOnlyList<FactView> Facts)
{
    private const int ValueLengthMax = 200;

    /// <summary>Reads the tags of a file. One without tags has no facts.</summary>
    /// <exception cref="RequestException">The file has changed or cannot be opened.</exception>
    internal static FactsView Of(IVolume volume, FoundFile found)
    {
        MediaTags tags = TagsOf(volume, new MediaMapper(), found);
        List<FactView> facts = [];
        foreach (string name in (string[])[TagNames.Title, TagNames.Artist, TagNames.Album])
        {
            Add(name, ValueOf(name));
        }

        Add("camera", CameraOf(ValueOf(TagNames.Make), ValueOf(TagNames.Model)));
        Add(TagNames.Taken, tags.Taken?.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture) ?? "");
        Add(TagNames.Place, ValueOf(TagNames.Place));
        return new FactsView(facts);

        string ValueOf(string name) => tags.All.FirstOrDefault(tag => tag.Name == name).Value ?? "";

        void Add(string name, string value)
        {
            if (value.Length > 0)
            {
                facts.Add(new FactView(name, value.Length > ValueLengthMax ? value[..ValueLengthMax] + "…" : value));
            }
        }
    }

    /// <summary>Reads the tags of a file as it was found.</summary>
    /// <exception cref="RequestException">The file has changed or cannot be opened.</exception>
    internal static MediaTags TagsOf(IVolume volume, MediaMapper mapper, FoundFile found)
    {
        FileHandle file = found.Open(volume, out FileFacts facts);
        try
        {
            return mapper.ReadTags(new OpenMedia(volume, file, facts.Size));
        }
        finally
        {
            volume.Close(file);
        }
    }

    // Many cameras begin the name of the model with that of the manufacturer.
    private static string CameraOf(string make, string model) =>
        model.StartsWith(make, StringComparison.OrdinalIgnoreCase) ? model : $"{make} {model}".Trim();
}

/// <summary>A fact about a file, such as the camera and its name.</summary>
internal sealed record FactView(string Name, string Value);
