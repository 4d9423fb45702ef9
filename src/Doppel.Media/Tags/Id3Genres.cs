using System.Globalization;

namespace Doppel.Media;

/// <summary>The genres that ID3 numbers: 80 from the specification, the others from Winamp.</summary>
internal static class Id3Genres
{
    private static readonly string[] s_names =
    [
        "Blues", "Classic Rock", "Country", "Dance", "Disco", "Funk", "Grunge", "Hip-Hop", "Jazz", "Metal", "New Age",
        "Oldies", "Other", "Pop", "R&B", "Rap", "Reggae", "Rock", "Techno", "Industrial", "Alternative", "Ska",
        "Death Metal", "Pranks", "Soundtrack", "Euro-Techno", "Ambient", "Trip-Hop", "Vocal", "Jazz+Funk", "Fusion",
        "Trance", "Classical", "Instrumental", "Acid", "House", "Game", "Sound Clip", "Gospel", "Noise",
        "Alternative Rock", "Bass", "Soul", "Punk", "Space", "Meditative", "Instrumental Pop", "Instrumental Rock",
        "Ethnic", "Gothic", "Darkwave", "Techno-Industrial", "Electronic", "Pop-Folk", "Eurodance", "Dream",
        "Southern Rock", "Comedy", "Cult", "Gangsta", "Top 40", "Christian Rap", "Pop/Funk", "Jungle",
        "Native American", "Cabaret", "New Wave", "Psychedelic", "Rave", "Showtunes", "Trailer", "Lo-Fi", "Tribal",
        "Acid Punk", "Acid Jazz", "Polka", "Retro", "Musical", "Rock & Roll", "Hard Rock", "Folk", "Folk-Rock",
        "National Folk", "Swing", "Fast Fusion", "Bebop", "Latin", "Revival", "Celtic", "Bluegrass", "Avantgarde",
        "Gothic Rock", "Progressive Rock", "Psychedelic Rock", "Symphonic Rock", "Slow Rock", "Big Band", "Chorus",
        "Easy Listening", "Acoustic", "Humour", "Speech", "Chanson", "Opera", "Chamber Music", "Sonata", "Symphony",
        "Booty Bass", "Primus", "Porn Groove", "Satire", "Slow Jam", "Club", "Tango", "Samba", "Folklore", "Ballad",
        "Power Ballad", "Rhythmic Soul", "Freestyle", "Duet", "Punk Rock", "Drum Solo", "A Cappella", "Euro-House",
        "Dance Hall", "Goa", "Drum & Bass", "Club-House", "Hardcore", "Terror", "Indie", "BritPop", "Afro-Punk",
        "Polsk Punk", "Beat", "Christian Gangsta Rap", "Heavy Metal", "Black Metal", "Crossover",
        "Contemporary Christian", "Christian Rock", "Merengue", "Salsa", "Thrash Metal", "Anime", "JPop", "Synthpop",
        "Abstract", "Art Rock", "Baroque", "Bhangra", "Big Beat", "Breakbeat", "Chillout", "Downtempo", "Dub", "EBM",
        "Eclectic", "Electro", "Electroclash", "Emo", "Experimental", "Garage", "Global", "IDM", "Illbient",
        "Industro-Goth", "Jam Band", "Krautrock", "Leftfield", "Lounge", "Math Rock", "New Romantic", "Nu-Breakz",
        "Post-Punk", "Post-Rock", "Psytrance", "Shoegaze", "Space Rock", "Trop Rock", "World Music", "Neoclassical",
        "Audiobook", "Audio Theatre", "Neue Deutsche Welle", "Podcast", "Indie Rock", "G-Funk", "Dubstep",
        "Garage Rock", "Psybient",
    ];

    /// <summary>Returns the genre with a number, or an empty string if no genre has it.</summary>
    internal static string Name(long number) => number >= 0 && number < s_names.Length ? s_names[number] : "";

    /// <summary>Returns the number of a genre, or -1 if it has none.</summary>
    internal static int Number(string name) => Array.IndexOf(s_names, name);

    /// <summary>
    /// Adds the genres of a frame, written as names, numbers, or numbers in brackets optionally followed by names.
    /// </summary>
    internal static void Add(TagBuilder tags, List<string> texts)
    {
        foreach (string text in texts)
        {
            string rest = text;
            while (rest.StartsWith('(') && !rest.StartsWith("((", StringComparison.Ordinal)
                && rest.IndexOf(')', StringComparison.Ordinal) is > 1 and int end
                && Known(rest[1..end]) is { Length: > 0 } name)
            {
                tags.Add(TagNames.Genre, name);
                rest = rest[(end + 1)..];
            }

            rest = rest.StartsWith("((", StringComparison.Ordinal) ? rest[1..] : rest;
            tags.Add(TagNames.Genre, Known(rest) is { Length: > 0 } alone ? alone : rest);
        }
    }

    private static string Known(string text) => text switch
    {
        "RX" => "Remix",
        "CR" => "Cover",
        _ => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? Name(number) : "",
    };
}
