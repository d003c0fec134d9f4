"""Films from pictures: MP4 (H.264) where ffmpeg is installed, an animated GIF otherwise; WebP for pages that show only pictures.

    write_film(folder / "film", images, rate=12)          # film.mp4 or film.gif
    labelled(image, "t = 0.20 s", bar=(120, "50 mm"))     # with a time and a bar of so many pixels
    drawn_for_report(path)                                # whether a report made the film or PNG file: the next one replaces it

Images are arrays (rows, columns, 3) or Pillow's.
"""

import shutil
import subprocess

import numpy as np
from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFont

FONT = get_data_path() + "/fonts/ttf/DejaVuSans.ttf"
REPORT_MARK = "drawn by grist report"       # in the comment of a film and the text "Software" of a PNG file


def picture(image):
    """As an image of Pillow, RGB."""
    if isinstance(image, Image.Image):
        return image.convert("RGB")
    levels = np.round(255 * np.clip(np.asarray(image)[:, :, :3], 0, 1))
    return Image.fromarray(levels.astype(np.uint8))


def labelled(image, text=None, bar=None, size=None):
    """`size` of the text, in pixels."""
    image = picture(image)
    size = size or max(image.width // 34, 13)
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(FONT, size)
    edge = size // 2
    dark = np.asarray(image.crop((0, 0, 4, 4)).convert("L")).mean() < 110
    ink = "white" if dark else "black"
    if text:
        draw.text((edge, edge), text, fill=ink, font=font)
    if bar:
        pixels, length = bar
        low = image.height - edge
        draw.line([(edge, low), (edge + pixels, low)], fill=ink, width=max(size // 6, 2))
        left = edge + max((pixels - draw.textlength(length, font=font)) / 2, 0)
        draw.text((left, low - 1.6 * size), length, fill=ink, font=font)
    return image


def drawn_for_report(path):
    return REPORT_MARK.encode() in path.read_bytes()


def write_film(path, images, rate=12, ending="", is_for_report=False):
    """The path is without ending; the file's is returned, or None if there are no images. All have
    the size of the first. `ending`: .mp4, .webm, .webp or .gif; empty: the first that can be written."""
    images = iter(images)
    first = next(images, None)
    if first is None:
        return None
    first = picture(first)
    rest = (picture(image).resize(first.size) for image in images)
    for earlier in (".mp4", ".webm", ".webp", ".gif"):
        path.with_suffix(earlier).unlink(missing_ok=True)
    if ending in CODECS and not shutil.which("ffmpeg"):
        raise OSError(f"{ending} needs ffmpeg, which is not installed")
    if ending == ".webp":
        first.save(path.with_suffix(ending), save_all=True, append_images=list(rest), duration=round(1000 / rate), loop=0, quality=75)
        return path.with_suffix(ending)
    comment = REPORT_MARK if is_for_report else ""
    if shutil.which("ffmpeg") and ending != ".gif":
        return write_coded(path.with_suffix(ending or ".mp4"), first, rest, rate, comment)
    return write_gif(path.with_suffix(".gif"), first, rest, rate, comment)


CODECS = {".mp4": ["-c:v", "libx264", "-preset", "medium", "-crf", "24", "-movflags", "+faststart"],
          ".webm": ["-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0"]}


def write_coded(path, first, rest, rate, comment=""):
    """Sides that are odd lose a row or a column, as the encoding wants even ones."""
    command = ["ffmpeg", "-loglevel", "error", "-y",
               "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{first.width}x{first.height}",
               "-r", str(rate), "-i", "-", "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2",
               *CODECS[path.suffix], "-pix_fmt", "yuv420p", "-threads", "1", "-metadata", f"comment={comment}", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:
        for image in (first, *rest):
            encoder.stdin.write(image.tobytes())
        encoder.stdin.close()
        if encoder.wait() != 0:
            raise OSError(f"ffmpeg could not write {path}")
    return path


def write_gif(path, first, rest, rate, comment=""):
    """128 colors for all frames, chosen from eight of them: what is at rest does not flicker."""
    frames = [first, *rest]
    some = frames[::max(len(frames) // 8, 1)]
    sheet = Image.new("RGB", (first.width, len(some) * first.height))
    for k, image in enumerate(some):
        sheet.paste(image, (0, k * first.height))
    palette = sheet.quantize(128)
    frames = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in frames]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=round(1000 / rate),
                   loop=0, optimize=False, **({"comment": comment} if comment else {}))
    return path
