/** Style sheets are bundled with the script that names them. */
declare module "*.css";
