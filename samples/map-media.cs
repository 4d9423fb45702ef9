#:project ../src/Doppel.Media
// Shows where the audio or image data of a media file is, and its tags: dotnet run map-media.cs FILE
using Doppel.Media;

using FileStream file = File.OpenRead(args[0]);
var source = new StreamSource(file);
var mapper = new MediaMapper();
MediaResult result = mapper.Map(source, MediaPolicy.Strict);
Console.WriteLine(result.Map is { } map
    ? $"{map.Format}, {map.PayloadBytes} bytes of payload in {map.Extents.Count} parts, key {map.Key}"
    : $"not comparable: {result.Reason}");
foreach (MediaTag tag in mapper.ReadTags(source).All)
{
    Console.WriteLine($"{tag.Name}: {tag.Value}");
}
